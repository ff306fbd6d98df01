// The words for a shipping service: how long it takes, and why it is closed.
import type { EstimatedServiceFacts } from "#contract/shipping-estimates.ts";
import type { GoodsFlag } from "#core/receiving.ts";
import { countryText } from "#web/i18n/country-names.ts";
import { deliveryTimeText } from "#web/i18n/labels.ts";
import { batteryLabel, goodsFlagLabel } from "#web/parcels/measurement-labels.ts";
import { momentText, readerLocale, weightText } from "#web/ui/figures.tsx";
import { t } from "./messages.ts";

/** What names a shipping service. */
type Service = EstimatedServiceFacts["service"];
/** Why a shipping service is closed. */
type ClosedReason = EstimatedServiceFacts["reasons"][number];

/** The published delivery time of a service, such as "7-14 business days". */
export function publishedTime(service: Service): string {
  const { deliveryMin, deliveryMax, deliveryUnit } = service;
  return deliveryTimeText({ earliest: deliveryMin, latest: deliveryMax, unit: deliveryUnit });
}

const businessDaysOfWeek = 5;

/** The latest delivery in business days, by which services are ordered. */
export function latestBusinessDays({ deliveryMax, deliveryUnit }: Service): number {
  return deliveryUnit === "weeks" ? deliveryMax * businessDaysOfWeek : deliveryMax;
}

function lengthText(millimetres: number): string {
  const centimetres = millimetres / 10;
  return new Intl.NumberFormat(readerLocale(), { style: "unit", unit: "centimeter" }).format(
    centimetres,
  );
}

function goodsText(goods: readonly GoodsFlag[]): string {
  return new Intl.ListFormat(readerLocale(), { type: "conjunction" }).format(
    goods.map(goodsFlagLabel),
  );
}

/** Why a service does not take the box, in a sentence. */
export function closedReasonText(reason: ClosedReason): string {
  const { kind, maximumGrams, maximumMm, countryCode, destinationCode, suspendedOn } = reason;
  return t(`ship-requests.closed.${kind}`, {
    weight: weightText(maximumGrams ?? null),
    length: maximumMm === undefined ? "" : lengthText(maximumMm),
    place: countryText(countryCode ?? destinationCode ?? ""),
    battery: batteryLabel(reason.battery ?? "unknown"),
    goods: goodsText(reason.goods ?? []),
    date: suspendedOn === undefined ? "" : momentText(`${suspendedOn}T12:00:00.000Z`),
  });
}
