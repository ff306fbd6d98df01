import type { LegEvent } from "#tracking/rules/tracking-rules.ts";

/** When a courier delivered an inbound parcel to our address; null where it has not. Only a scan receives the parcel. */
export function courierDeliveryOf(
  events: readonly Pick<LegEvent, "stage" | "occurredAt">[],
): Date | null {
  const deliveries = events.filter(({ stage }) => stage === "delivered");
  const earliest = Math.min(...deliveries.map(({ occurredAt }) => occurredAt.getTime()));
  return Number.isFinite(earliest) ? new Date(earliest) : null;
}
