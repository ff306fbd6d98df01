import type { QuotedLeg, RouteQuote } from "#catalogue/rules/route-quote.ts";
import { quotedPlaceName } from "#catalogue/web/i18n/labels.ts";
import type { NameOf } from "#catalogue/web/carriers/use-carriers.tsx";
import { readerLocale, weightText, dayText } from "#ui/web/figures.tsx";
import { t } from "#ui/web/i18n/messages.tsx";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { BandWorking } from "#catalogue/rules/service-price.ts";
import type { ShippingService } from "#catalogue/rules/shipping-rate.ts";
import { useQuery } from "@tanstack/react-query";
import type { SuspendedLaneFacts } from "#catalogue/contract/lanes.ts";
import type { SuspendedLane } from "#catalogue/rules/lane.ts";
import { useApi } from "#catalogue/web/api.ts";
import { countryName } from "#catalogue/web/i18n/country-names.ts";

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

export function serviceLabel(service: ShippingService): string {
  return t(`calculator.service.${service}`);
}

/** The band of a weight, such as up to 500 g, or the last band and the started steps above it. */
export function bandText({ bandUpToGrams, steps, stepGrams }: BandWorking): string {
  const weight = weightText(bandUpToGrams);
  return steps === 0
    ? t("calculator.band", { weight })
    : t("calculator.bandAbove", { weight, steps, step: weightText(stepGrams) });
}

/** A lane by name: "Hong Kong Post to United States, air". */
export function laneName(
  lane: Pick<SuspendedLane, "carrierId" | "service" | "destinationCode">,
  nameOf: NameOf,
) {
  const { service } = lane;
  const values = {
    carrier: nameOf(lane.carrierId),
    destination: countryName(lane.destinationCode),
  };
  return service === null
    ? t("calculator.carrierTo", values)
    : t("calculator.laneWithService", { ...values, service });
}

/** The suspended lanes; null while loading. */
export function useSuspendedLanes(): readonly SuspendedLaneFacts[] | null {
  const api = useApi();
  const { data } = useQuery(api.lanes.listSuspendedLanes.queryOptions({ input: {} }));
  return data?.items ?? null;
}

function isUpcoming({ suspendedOn }: Pick<SuspendedLane, "suspendedOn">): boolean {
  return suspendedOn > todayOfRates(new Date());
}

/** The values of sentences about the start of a suspension, which may be a day to come. */
export function suspensionStart(lane: Pick<SuspendedLane, "suspendedOn">) {
  return { start: isUpcoming(lane) ? "upcoming" : "past", day: dayText(lane.suspendedOn) };
}
