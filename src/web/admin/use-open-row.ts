/** The row whose details stand open over a list, kept in the address beside what the list shows. */
import { useSearchParams } from "react-router";

/**
 * The id that the address names under `name`, null where it names none, and how to open another or close it.
 * Opening adds a step, so that Back closes it; the page, search and filters of the list behind stay.
 */
export function useChosenRow(name: string): {
  id: string | null;
  choose: (id: string | null) => void;
} {
  const [address, setAddress] = useSearchParams();
  const choose = (id: string | null) =>
    setAddress(
      (before) => {
        const after = new URLSearchParams(before);
        if (id === null) after.delete(name);
        else after.set(name, id);
        return after;
      },
      { replace: id === null, preventScrollReset: true },
    );
  return { id: address.get(name) || null, choose };
}
