import type { Carrier, EnteredCarrier } from "#catalogue/contract/carriers.ts";
import { apiError } from "#platform/contract/errors.ts";
import { numberPlaceholder, parseTrackingPage } from "#catalogue/rules/carrier.ts";

/** What is stored of what admins enter. */
export type CarrierFields = Omit<Carrier, "code" | "isOnTrackPage" | "version">;

function parsePage(text: string): string | null {
  if (text === "") return null;
  const page = parseTrackingPage(text);
  if (page === null) throw apiError("invalid_tracking_page");
  return page;
}

/** Throws `missing_information` without a name, and `invalid_tracking_page`. */
export function parseCarrier(input: EnteredCarrier): CarrierFields {
  const { name, isActive, checkedOn } = input;
  if (name === "") throw apiError("missing_information");
  const ownName = (text: string) => (text === "" || text === name ? null : text);
  const trackingPage = parsePage(input.trackingPage);
  return {
    name,
    nameZhHant: ownName(input.nameZhHant),
    nameZhHans: ownName(input.nameZhHans),
    trackingPage,
    // Only a page with a place for the number can take it from its address.
    isNumberFilledIn:
      input.isNumberFilledIn && (trackingPage?.includes(numberPlaceholder) ?? false),
    isActive,
    source: input.source === "" ? null : input.source,
    checkedOn,
  };
}

/** Throws `carrier_exists` when one of `others` has the name: legs store it, so it has to name one carrier. */
export function checkCarrierName(name: string, others: readonly Carrier[]): void {
  const isTaken = others.some((other) => other.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw apiError("carrier_exists");
}
