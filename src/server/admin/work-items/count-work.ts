import type { Dashboard } from "#contract/admin.ts";
import { workAccess, type WorkKind } from "#core/work-item.ts";
import { mayUse, type StaffMember } from "#core/staff-role.ts";
import { maximumEventAttempts } from "#server/payments/describe-event.ts";
import type { Db } from "#server/db/open.ts";
import { countLateParcels } from "#server/inbound-parcels/admin/count-late-parcels.ts";
import { deadlinesAt } from "./deadlines.ts";
import { countFailedEvents, countOpenWork, countWorkItems } from "./work-item-queries.ts";

/** The open work at `now`, in the order of the contract, without kinds that have none. */
export async function countWork(db: Db, now: Date): Promise<Dashboard["work"]> {
  const deadlines = deadlinesAt(now);
  const [pendingPackages, stalledLegs, failedEmails, open, events, late] = await Promise.all([
    countWorkItems(db, "pending_packages", deadlines),
    countWorkItems(db, "stalled_legs", deadlines),
    countWorkItems(db, "failed_emails", deadlines),
    countOpenWork(db, deadlines),
    countFailedEvents(db, maximumEventAttempts),
    countLateParcels(db, now),
  ]);
  const counts: Readonly<Record<WorkKind, number>> = {
    missing_warehouse: open.missingWarehouses,
    pending_packages: pendingPackages,
    stalled_legs: stalledLegs,
    overdue_parcels: late.overdue,
    unmatched_parcels: open.unmatched,
    open_claims: open.claims,
    long_stored_parcels: late.longStored,
    payout_requests: open.payouts,
    refund_shortfalls: open.shortfalls,
    reconciliation_differences: open.differences,
    failed_events: events.failed,
    retrying_events: events.retrying,
    failed_emails: failedEmails,
    open_errors: open.errors,
  };
  return (Object.keys(counts) as WorkKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ count }) => count > 0);
}

/** The same, without the kinds to which this member of staff does not attend. */
export async function countWorkFor(
  db: Db,
  member: StaffMember,
  now: Date,
): Promise<Dashboard["work"]> {
  return (await countWork(db, now)).filter(({ kind }) => mayUse(member, workAccess[kind]));
}
