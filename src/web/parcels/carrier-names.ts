import { carrierIds } from "#core/carrier.ts";
import { carrierName } from "#web/i18n/labels.ts";

/** The carriers that bring parcels, by their codes, in the order of the screens. */
export function useCarrierNames() {
  const options = carrierIds.map((id) => ({ value: id as string, label: carrierName(id) }));
  const nameOf = (code: string | null) =>
    code === null ? null : (options.find(({ value }) => value === code)?.label ?? code);
  return { options, nameOf };
}
