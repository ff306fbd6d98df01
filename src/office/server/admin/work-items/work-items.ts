import type { WorkItem, Dashboard } from "#office/contract/admin.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  type WorkItemKind,
  warehouseWorkKinds,
  workAccess,
  type WorkKind,
} from "#office/rules/work-item.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { manifestNumberText } from "#shipping/rules/manifest.ts";
import { describeCarrierWeight } from "#shipping/server/manifests/manifests.ts";
import {
  deadlinesAt,
  countWorkItems,
  listWorkItemRows,
  type WorkItemRow,
  countFailedEvents,
  countOpenWork,
} from "./work-item-queries.ts";
import { translate } from "#platform/server/translate.ts";
import { mayUse, type StaffMember } from "#platform/rules/staff-role.ts";
import { maximumEventAttempts } from "#money/server/payments/provider-events.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countLabelWork } from "#shipping/server/labels/labels.ts";
import { countTrackingWork } from "#goods/server/tracking/trackers.ts";
import { hasEnteredWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { countLateParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";

/** The route of a package or leg, the manifest of a weight, or why an email failed. */
function aboutOf(row: WorkItemRow, language: Language): string {
  if (row.origin === undefined) {
    if (row.manifestNumber !== undefined) {
      const values = {
        number: manifestNumberText(row.manifestNumber),
        carrier: row.carrier,
      };
      return translate(language, "admin-work-items.manifestOfCarrier", values);
    }
    if (!row.isRejected) return row.lastError;
    return translate(language, "admin-work-items.rejected", { reason: row.lastError });
  }
  const route = {
    origin: placeName(row.origin, language),
    destination: placeName(row.destination, language),
  };
  if (row.legNumber === undefined) return translate(language, "admin-work-items.route", route);
  const leg = { ...route, number: row.legNumber };
  return row.carrier === null
    ? translate(language, "admin-work-items.routeOfLeg", leg)
    : translate(language, "admin-work-items.routeOfLegWithCarrier", {
        ...leg,
        carrier: row.carrier,
      });
}

/** The carrier's weight that an item is about, if it is about one. */
function weightOf(context: SignedInContext, row: WorkItemRow): Pick<WorkItem, "carrierWeight"> {
  if (row.origin !== undefined || row.manifestNumber === undefined) return {};
  const carrierWeight = describeCarrierWeight(context, row);
  return carrierWeight === null ? {} : { carrierWeight };
}

/**
 * One page of a kind, oldest first: packages pending for more than 3 days, legs in transit without news or a new status for
 * more than 7, packages that left and are not charged, weights of carriers that differ from ours, emails that were tried and not sent.
 */
export async function listWorkItems(
  context: SignedInContext,
  input: { readonly kind: WorkItemKind; readonly page: number; readonly pageSize: number },
): Promise<{ items: WorkItem[]; total: number }> {
  const { db, now, language } = context;
  const { kind, page, pageSize } = input;
  const deadlines = deadlinesAt(now());
  const rows = await listWorkItemRows(db, kind, {
    deadlines,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: rows.map((row) => ({
      id: row.id,
      packageId: row.packageId,
      name: row.name,
      about: aboutOf(row, language),
      email: row.email,
      since: row.since.toISOString(),
      ...weightOf(context, row),
    })),
    total: await countWorkItems(db, kind, deadlines),
  };
}

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
    open_cases: open.cases,
    open_claims: open.claims,
    long_stored_parcels: late.longStored,
    parcel_removals: open.removals,
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
