import type { QuotedLeg, RouteQuote } from "#catalogue/rules/route-quote.ts";
import { quotedPlaceName } from "#catalogue/web/i18n/labels.ts";
import type { NameOf } from "#catalogue/web/carriers/use-carriers.ts";
import { readerLocale } from "#ui/web/figures.tsx";
import { t } from "./messages.ts";

/** A leg by its places: "Hong Kong to Singapore". */
export function legName({ origin, destination }: QuotedLeg): string {
  return t("calculator.fromTo", {
    origin: quotedPlaceName(origin),
    destination: quotedPlaceName(destination),
  });
}

/** Who carries a leg, and how: "Hong Kong Post, air". */
export function legCarrier(leg: QuotedLeg, nameOf: NameOf): string {
  const name = nameOf(leg.carrierId);
  return leg.service === null
    ? name
    : t("calculator.carrierService", { carrier: name, service: leg.service });
}

function legNames(legs: readonly QuotedLeg[]): string {
  return new Intl.ListFormat(readerLocale()).format(legs.map(legName));
}

/** What the total of a route covers, or why there is none. */
export function totalText({ legs, totalCents }: RouteQuote): string {
  const suspended = legs.filter(({ state }) => state === "suspended");
  const values = (named: readonly QuotedLeg[]) => ({ count: named.length, legs: legNames(named) });
  if (suspended.length > 0) return t("calculator.totalSuspended", values(suspended));
  if (totalCents === null) return t("calculator.totalNotPriced");
  const unpriced = legs.filter(({ state }) => state === "not_priced");
  return unpriced.length === 0
    ? t("calculator.totalOfAllLegs")
    : t("calculator.totalWithout", values(unpriced));
}
