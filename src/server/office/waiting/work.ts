// Gathers what waits for somebody, of every kind.
import type { Dashboard, WorkKind } from "#contract/office.ts";
import { addDays } from "#core/calendar.ts";
import { patience } from "#core/office-periods.ts";
import type { Db } from "#server/db/open.ts";
import { mostEventAttempts } from "#server/payments/describe-event.ts";
import { countFailedEvents, countMoneyMatters, countWaiting, type Deadlines } from "./store.ts";

/** Until when something must have moved last to be waiting at `now`. */
export function deadlinesAt(now: Date): Deadlines {
  return {
    pendingSince: addDays(now, -patience.pendingDays),
    silentSince: addDays(now, -patience.silentLegDays),
  };
}

/** How much waits at `now`, the kinds in the order of the contract; what does not wait is left out. */
export async function readWork(db: Db, now: Date): Promise<Dashboard["work"]> {
  const deadlines = deadlinesAt(now);
  const [pending, silent, letters, money, events] = await Promise.all([
    countWaiting(db, "pending_packages", deadlines),
    countWaiting(db, "silent_legs", deadlines),
    countWaiting(db, "failed_letters", deadlines),
    countMoneyMatters(db),
    countFailedEvents(db, mostEventAttempts),
  ]);
  const counts: Readonly<Record<WorkKind, number>> = {
    pending_packages: pending,
    silent_legs: silent,
    payout_requests: money.payouts,
    refund_shortfalls: money.shortfalls,
    differences: money.differences,
    events_given_up: events.givenUp,
    events_failing: events.failing,
    failed_letters: letters,
    open_errors: money.errors,
  };
  return (Object.keys(counts) as WorkKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}
