import { useEffect, useRef } from "react";
import type { Elements } from "./elements.ts";
import { focusFromTop } from "./focus.ts";

/**
 * A part of a page that something else takes the place of once it was used: that gets the focus then, which the browser would
 * leave to the whole page.
 * @param props.shown names what is shown now
 * @param props.staysInPlace scrolls nothing, where the reader sees what has changed
 */
export function ReplacedPart(props: { shown: string; staysInPlace?: boolean; children: Elements }) {
  const { shown, staysInPlace = false } = props;
  const spot = useRef<HTMLDivElement>(null);
  const last = useRef({ shown, wasUsed: false });
  const use = () => {
    last.current.wasUsed = true;
  };
  useEffect(() => {
    const { shown: before, wasUsed } = last.current;
    if (before === shown) return;
    last.current = { shown, wasUsed: false };
    if (!wasUsed || document.activeElement !== document.body) return;
    if (staysInPlace) spot.current?.focus({ preventScroll: true });
    else focusFromTop(spot.current);
  }, [shown, staysInPlace]);
  return (
    <div
      ref={spot}
      tabIndex={-1}
      onFocus={use}
      // Safari gives a pressed button no focus.
      onClickCapture={use}
    >
      {props.children}
    </div>
  );
}
