import { addDays } from "#platform/rules/calendar.ts";
import { rateLifetimeDays } from "#catalogue/rules/exchange-rate.ts";
import { waitingLimits } from "#goods/rules/inbound-parcel.ts";

/** What last changed before these moments counts as open work. */
export type Deadlines = {
  readonly now: Date;
  readonly pendingSince: Date;
  readonly stalledSince: Date;
  readonly unmatchedSince: Date;
  /** The newest day (YYYY-MM-DD, UTC) whose exchange rates are too old to quote with. */
  readonly ratesUntil: string;
};

export function deadlinesAt(now: Date): Deadlines {
  return {
    now,
    pendingSince: addDays(now, -waitingLimits.pendingDays),
    stalledSince: addDays(now, -waitingLimits.silentLegDays),
    unmatchedSince: addDays(now, -waitingLimits.unmatchedParcelDays),
    ratesUntil: addDays(now, -rateLifetimeDays).toISOString().slice(0, 10),
  };
}
