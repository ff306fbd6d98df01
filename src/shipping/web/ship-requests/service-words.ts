// How long a shipping service takes.
import type { EstimatedServiceFacts } from "#shipping/contract/shipping-estimates.ts";
import { deliveryTimeText } from "#catalogue/web/i18n/labels.ts";

/** What names a shipping service. */
type Service = EstimatedServiceFacts["service"];

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
