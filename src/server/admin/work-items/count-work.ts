// Gathers what waits for somebody, of every kind.
import type { Dashboard, WorkKind } from "#contract/admin.ts";
import { addDays } from "#core/calendar.ts";
import { waitingLimits } from "#core/reporting-periods.ts";
import type { Db } from "#server/db/open.ts";
import { maximumEventAttempts } from "#server/payments/describe-event.ts";
import {
  countFailedEvents,
  countMoneyMatters,
  countWorkItems,
  type Deadlines,
} from "./work-item-queries.ts";

/** Until when something must have moved last to be waiting at `now`. */
export function deadlinesAt(now: Date): Deadlines {
  return {
    pendingSince: addDays(now, -waitingLimits.pendingDays),
    silentSince: addDays(now, -waitingLimits.silentLegDays),
  };
}

/** How much waits at `now`, the kinds in the order of the contract; what does not wait is left out. */
export async function readWork(db: Db, now: Date): Promise<Dashboard["work"]> {
  const deadlines = deadlinesAt(now);
  const [pending, silent, emails, money, events] = await Promise.all([
    countWorkItems(db, "pending_packages", deadlines),
    countWorkItems(db, "silent_legs", deadlines),
    countWorkItems(db, "failed_emails", deadlines),
    countMoneyMatters(db),
    countFailedEvents(db, maximumEventAttempts),
  ]);
  const counts: Readonly<Record<WorkKind, number>> = {
    pending_packages: pending,
    silent_legs: silent,
    payout_requests: money.payouts,
    refund_shortfalls: money.shortfalls,
    differences: money.differences,
    events_given_up: events.gaveUp,
    events_failing: events.failing,
    failed_emails: emails,
    open_errors: money.errors,
  };
  return (Object.keys(counts) as WorkKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}
