import { useEffect } from "react";

/** What staff begin to do with a case. */
export type CaseAct = "answer" | "finish";

const acts: Readonly<Record<string, CaseAct>> = { r: "answer", e: "finish" };

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input, textarea, select, [role='combobox'], [contenteditable]") !== null
  );
}

/** The buttons that open the cases of a list, in its order; each names its case. */
function rowButtons(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>("button[data-case]")];
}

/**
 * J and K go to the next and previous case of the list, R answers and E finishes the one that has the focus, unless somebody
 * types or a dialog is open.
 */
export function useCaseKeys(onOpen: (caseId: string, act: CaseAct) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
      if (isTyping(event.target) || document.querySelector("[aria-modal='true']") !== null) return;
      const buttons = rowButtons();
      const place = buttons.findIndex((button) => button === document.activeElement);
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") {
        const next = key === "j" ? place + 1 : Math.max(place, 1) - 1;
        buttons[Math.min(next, buttons.length - 1)]?.focus();
        event.preventDefault();
        return;
      }
      const act = acts[key];
      const caseId = buttons[place]?.dataset["case"];
      if (act === undefined || caseId === undefined) return;
      // On the other pages R reads the screen again.
      event.preventDefault();
      event.stopPropagation();
      onOpen(caseId, act);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, [onOpen]);
}
