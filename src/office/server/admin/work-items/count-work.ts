import type { Dashboard } from "#office/contract/admin.ts";
import { warehouseWorkKinds, workAccess, type WorkKind } from "#office/rules/work-item.ts";
import { mayUse, type StaffMember } from "#platform/rules/staff-role.ts";
import { maximumEventAttempts } from "#money/server/payments/describe-event.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countLabelWork } from "#shipping/server/labels/count-label-work.ts";
import { countTrackingWork } from "#goods/server/tracking/count-tracking-work.ts";
import { hasEnteredWarehouse } from "#catalogue/server/warehouses/warehouse-condition.ts";
import { countLateParcels } from "#goods/server/inbound-parcels/admin/count-late-parcels.ts";
import { deadlinesAt } from "./deadlines.ts";
import { countFailedEvents, countOpenWork, countWorkItems } from "./work-item-queries.ts";

const legKinds = ["stalled_legs", "late_legs", "silent_legs"] as const;

/**
 * The open work at `now`, in the order of the contract, without kinds that have none or need a warehouse that was not
 * entered yet. `ratesSource` is the source of
 * exchange rates in use, from which alone quotes are made; null: any.
 */
export async function countWork(
  db: Db,
  now: Date,
  ratesSource: string | null,
): Promise<Dashboard["work"]> {
  const deadlines = deadlinesAt(now);
  const [
    pendingPackages,
    legs,
    uncharged,
    weights,
    failedEmails,
    open,
    events,
    late,
    tracking,
    labels,
    isEntered,
  ] = await Promise.all([
    countWorkItems(db, "pending_packages", deadlines),
    Promise.all(legKinds.map((kind) => countWorkItems(db, kind, deadlines))),
    countWorkItems(db, "uncharged_packages", deadlines),
    countWorkItems(db, "differing_weights", deadlines),
    countWorkItems(db, "failed_emails", deadlines),
    countOpenWork(db, deadlines, ratesSource),
    countFailedEvents(db, maximumEventAttempts),
    countLateParcels(db, now),
    countTrackingWork(db, now),
    countLabelWork(db, now),
    hasEnteredWarehouse(db),
  ]);
  const [stalledLegs = 0, lateLegs = 0, silentLegs = 0] = legs;
  const counts: Readonly<Record<WorkKind, number>> = {
    pending_packages: pendingPackages,
    stalled_legs: stalledLegs,
    tracking_questions: tracking.questions,
    unfound_numbers: tracking.toCheck,
    silent_numbers: tracking.silent,
    failed_carrier_messages: tracking.failedMessages,
    late_legs: lateLegs,
    silent_legs: silentLegs,
    overdue_parcels: late.overdue,
    unmatched_parcels: open.unmatched,
    open_claims: open.claims,
    long_stored_parcels: late.longStored,
    long_labelled_packages: labels.longLabelled,
    uncharged_packages: uncharged,
    differing_weights: weights,
    low_number_stocks: labels.lowStocks,
    payout_requests: open.payouts,
    refund_shortfalls: open.shortfalls,
    unpaid_services: open.unpaidServices,
    reconciliation_differences: open.differences,
    failed_events: events.failed,
    retrying_events: events.retrying,
    failed_emails: failedEmails,
    old_exchange_rates: open.oldRates,
    open_errors: open.errors,
  };
  return (Object.keys(counts) as WorkKind[])
    .map((kind) => ({ kind, count: counts[kind] }))
    .filter(({ kind, count }) => count > 0 && (isEntered || !warehouseWorkKinds.has(kind)));
}

/** The same, without the kinds to which this member of staff does not attend. */
export async function countWorkFor(
  db: Db,
  member: StaffMember,
  now: Date,
  ratesSource: string,
): Promise<Dashboard["work"]> {
  return (await countWork(db, now, ratesSource)).filter(({ kind }) =>
    mayUse(member, workAccess[kind]),
  );
}
