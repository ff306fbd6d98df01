import { useSearchParams } from "react-router";

/**
 * The row of a list whose details are open, stored in the address as `name`; null when none is open. Opening adds a
 * history entry, so that Back closes it; page, search and filters of the list stay.
 */
export function useOpenRow(name: string): {
  id: string | null;
  open: (id: string | null) => void;
} {
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
