import { useSearchParams } from "react-router";
import { useState, useEffect } from "react";
import { flushSync } from "react-dom";

/** Which row is open, null for none, and how one is opened or closed. */
export type OpenRow = { readonly id: string | null; readonly open: (id: string | null) => void };

/**
 * The row of a list whose details are open, stored in the address as `name`; null when none is open. Opening adds a
 * history entry, so that Back closes it; page, search and filters of the list stay.
 */
export function useOpenRow(name: string): OpenRow {
  const [address, setAddress] = useSearchParams();
  const open = (id: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === null) after.delete(name);
        else after.set(name, id);
        return after;
      },
      { replace: id === null, preventScrollReset: true },
    );
  return { id: address.get(name) || null, open };
}

/**
 * Whether a dialog or drawer is open, but false on its first render: Mantine stores the focused element when it changes
 * from closed to open, and the window of dialogs and the drawers, which are loaded when they are first wanted, would
 * otherwise first render open.
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
