import { addDays } from "#core/calendar.ts";
import { waitingLimits } from "#core/reporting-periods.ts";

/** What last changed before these moments counts as open work. */
export type Deadlines = {
  readonly pendingSince: Date;
  readonly stalledSince: Date;
  readonly unmatchedSince: Date;
};

export function deadlinesAt(now: Date): Deadlines {
  return {
    pendingSince: addDays(now, -waitingLimits.pendingDays),
    stalledSince: addDays(now, -waitingLimits.silentLegDays),
    unmatchedSince: addDays(now, -waitingLimits.unmatchedParcelDays),
  };
}
