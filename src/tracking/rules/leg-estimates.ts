// When the legs of a package that are still to be travelled arrive.
import { arrivalOf, type TimeWindow, type TransitSpan } from "#catalogue/rules/lane-time.ts";
import type { LegStatus } from "./package-status.ts";

/** A leg with the span that was fixed when it departed, or that its lane has now. */
export type EstimatedLeg = {
  readonly legNumber: number;
  readonly status: LegStatus;
  readonly departedAt: Date | null;
  readonly estimatedDeparture: Date | null;
  readonly span: TransitSpan | null;
};

/** When a leg arrives; null for one that has ended, or whose arrival is not known. */
export type LegArrival = { readonly legNumber: number; readonly window: TimeWindow | null };

function notBefore(window: TimeWindow, now: Date): TimeWindow {
  const later = (moment: Date) => (moment < now ? now : moment);
  const { earliest, latest } = window;
  return { earliest: earliest && later(earliest), latest: later(latest) };
}

/**
 * When each leg arrives, in order. A leg that has departed counts from its departure. A pending one departs when the leg
 * before it arrives, the first one on its estimated date, and none before `now`.
 */
export function legArrivals(legs: readonly EstimatedLeg[], now: Date): LegArrival[] {
  const inRoute = legs.toSorted((one, other) => one.legNumber - other.legNumber);
  const lastDelivered = inRoute.findLastIndex(({ status }) => status === "delivered");
  // null once the arrival of a leg is not known, and with it the departure of the next.
  let departure: TimeWindow | null = { earliest: now, latest: now };
  return inRoute.map((leg, index) => {
    const { legNumber, status, departedAt, span } = leg;
    if (index <= lastDelivered) return { legNumber, window: null };
    const isFirst = index === lastDelivered + 1;
    const isOnItsWay = status === "in_transit" && departedAt !== null;
    if (isOnItsWay) departure = { earliest: departedAt, latest: departedAt };
    else if (isFirst && leg.estimatedDeparture !== null) {
      const planned = leg.estimatedDeparture;
      departure = notBefore({ earliest: planned, latest: planned }, now);
    }
    const hasEnded = status === "cancelled" || status === "voided";
    const window =
      span === null || departure === null || hasEnded ? null : arrivalOf(span, departure);
    departure = window && notBefore(window, now);
    return { legNumber, window };
  });
}
