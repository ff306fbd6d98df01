// The parcels that were chosen to be sent, in the address of a page, so that a reload and the back button keep them.
import { useSearchParams } from "react-router";

/** How many parcels can be sent at once. */
export const mostChosen = 50;

const name = "parcels";
const idShape = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The address of the page that sends parcels; null: all that can be sent. */
export function shipParcelsPath(ids: readonly string[] | null): string {
  return `/dashboard/parcels/ship${ids === null ? "" : `?${name}=${ids.join(".")}`}`;
}

/** The chosen parcels in the address of the page; null where it names none. */
export function useChosenParcels(): {
  readonly chosen: readonly string[] | null;
  readonly choose: (ids: readonly string[] | null) => void;
} {
  const [search, setSearch] = useSearchParams();
  const text = search.get(name);
  const ids = (text ?? "").split(".").filter((id) => idShape.test(id));
  const choose = (next: readonly string[] | null) =>
    setSearch(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === null) after.delete(name);
        else after.set(name, next.slice(0, mostChosen).join("."));
        return after;
      },
      { replace: true, preventScrollReset: true },
    );
  return { chosen: text === null ? null : ids.slice(0, mostChosen), choose };
}
