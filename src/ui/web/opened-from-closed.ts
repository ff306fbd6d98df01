import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/**
 * Whether a dialog or drawer is open, but false on its first render: Mantine stores the focused element when it changes
 * from closed to open, and a lazily loaded one would otherwise first render open.
 */
export function useOpenedFromClosed(isOpen: boolean): boolean {
  const [hasBegun, setBegun] = useState(false);
  useEffect(() => {
    // Synchronously, because the focus trap would otherwise move the focus before it is stored.
    const timer = setTimeout(() => flushSync(() => setBegun(true)));
    return () => clearTimeout(timer);
  }, []);
  return hasBegun && isOpen;
}
