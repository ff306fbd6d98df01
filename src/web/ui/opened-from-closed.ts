/** Opens what takes the keyboard in two steps, so that it can give the keyboard back where it was. */
import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether a dialog or drawer is open, false when it is drawn for the first time: it notes where the keyboard was when
 * it changes from closed to open, and one whose code came late would be drawn open.
 */
export function useOpenedFromClosed(isOpen: boolean): boolean {
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    // At once and whole: the trap would otherwise have moved the keyboard before its place is noted.
    const timer = setTimeout(() => flushSync(() => setBegun(true)));
    return () => clearTimeout(timer);
  }, []);
  return hasBegun && isOpen;
}
