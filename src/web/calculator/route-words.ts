import type { QuotedLeg, RouteQuote } from "#core/route-quote.ts";
import { quotedPlaceName } from "#web/i18n/country-names.ts";
import { carrierName } from "#web/i18n/labels.ts";
import { serviceLabels } from "./quote-words.ts";

/** A leg by its places: "Hong Kong to Singapore". */
export function legName({ origin, destination }: QuotedLeg): string {
  return `${quotedPlaceName(origin)} to ${quotedPlaceName(destination)}`;
}

/** Who carries a leg, and how: "Hong Kong Post, air". */
export function legCarrier(leg: QuotedLeg): string {
  const name = carrierName(leg.carrierId);
  return leg.state === "not_priced" ? name : `${name}, ${serviceLabels[leg.service].toLowerCase()}`;
}

function legNames(legs: readonly QuotedLeg[]): string {
  return legs.map(legName).join(" and ");
}

/** What the total of a route covers, or why there is none. */
export function totalText({ legs, totalCents }: RouteQuote): string {
  const suspended = legs.filter(({ state }) => state === "suspended");
  if (suspended.length > 0) return `There is no total while ${legNames(suspended)} is suspended.`;
  if (totalCents === null) return "No leg of this route has a published price.";
  const unpriced = legs.filter(({ state }) => state === "not_priced");
  return unpriced.length === 0
    ? "Estimated price of all legs in Singapore dollars."
    : `Estimated price in Singapore dollars, without ${legNames(unpriced)}, which has no published price.`;
}
