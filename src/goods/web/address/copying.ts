import { useEffect, useRef, useState } from "react";
import type { CopiedField } from "#goods/rules/member-address.ts";

/** What can be copied: a field or the whole address. */
export type Copied = CopiedField | "all";

/** The newest attempt; `number` tells two attempts at the same apart. */
export type CopyOutcome = {
  readonly what: Copied;
  readonly isCopied: boolean;
  readonly number: number;
};

const shownMilliseconds = 3_000;

/**
 * Copies texts. Where the browser does not allow it, the element below `area` whose `data-copied` names the text is
 * selected, so that the user can copy it.
 */
export function useCopying(onCopied: () => void) {
  const area = useRef<HTMLDivElement>(null);
  const [outcome, setOutcome] = useState<CopyOutcome | null>(null);
  useEffect(() => {
    if (outcome === null) return undefined;
    if (!outcome.isCopied) {
      const element = area.current?.querySelector(`[data-copied="${outcome.what}"]`);
      if (element) window.getSelection()?.selectAllChildren(element);
      return undefined;
    }
    const timer = setTimeout(() => setOutcome(null), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async (what: Copied, text: string) => {
    let isCopied = true;
    try {
      // Undefined where the page is not served over https.
      await navigator.clipboard.writeText(text);
    } catch {
      isCopied = false;
    }
    setOutcome((before) => ({ what, isCopied, number: (before?.number ?? 0) + 1 }));
    if (isCopied) onCopied();
  };
  return { area, outcome, copy };
}
