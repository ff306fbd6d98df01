import { carrierName, useCarriers } from "#catalogue/web/carriers/use-carriers.ts";

/** The carriers that bring parcels, as options of a select, and their names by code. */
export function useCarrierNames() {
  const { items, nameOf } = useCarriers();
  const options = (items ?? [])
    .filter(({ isActive }) => isActive)
    .map((carrier) => ({ value: carrier.code, label: carrierName(carrier) }));
  /** null where the carrier is unknown, or its name not loaded yet. */
  const carrierNameOf = (code: string | null) => (code === null ? null : nameOf(code) || null);
  return { options, nameOf: carrierNameOf };
}
