import type { WorkItem, Dashboard } from "#office/contract/admin.ts";
import { placeName } from "#catalogue/rules/country-name.ts";
import type { Language } from "#platform/rules/language.ts";
import {
  stagesFor,
  warehouseWorkKinds,
  workAccess,
  type LateKind,
  type WorkItemKind,
  type WorkKind,
  type WorkStage,
} from "#office/rules/work-item.ts";
import { countCases } from "#office/server/cases/read-cases.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { manifestNumberText } from "#shipping/rules/manifest.ts";
import { describeBoxName } from "#shipping/server/db/box-name.ts";
import { describeCarrierWeight } from "#shipping/server/manifests/manifests.ts";
import { countOwnAssignments } from "./work-assignments.ts";
import {
  countFailedEvents,
  countLateItems,
  countOpenWork,
  countWorkItems,
  listWorkItemRows,
  type Counted,
  type WorkItemRow,
} from "./work-item-queries.ts";
import { deadlinesAt, type Deadlines } from "./work-source-queries.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { translate } from "#platform/server/translate.ts";
import { mayUse, type StaffMember } from "#platform/rules/staff-role.ts";
import { maximumEventAttempts } from "#money/server/payments/provider-events.ts";
import type { Db } from "#platform/server/db/open.ts";
import { countLabelWork } from "#shipping/server/labels/labels.ts";
import { countTrackingQuestions, countTrackingWork } from "#goods/server/tracking/trackers.ts";
import { hasEnteredWarehouse } from "#catalogue/server/warehouses/warehouses.ts";
import { countLateParcels } from "#goods/server/inbound-parcels/all-inbound-parcels.ts";

type RowOfShape<Shape extends WorkItemRow["shape"]> = Extract<WorkItemRow, { shape: Shape }>;

function routeText(row: RowOfShape<"route">, language: Language): string {
  const route = {
    origin: placeName(row.origin, language),
    destination: placeName(row.destination, language),
  };
  if (row.legNumber === null) return translate(language, "admin-work-items.route", route);
  const leg = { ...route, number: row.legNumber };
  return row.carrier === null
    ? translate(language, "admin-work-items.routeOfLeg", leg)
    : translate(language, "admin-work-items.routeOfLegWithCarrier", {
        ...leg,
        carrier: row.carrier,
      });
}

/** What only an item of its kind has; `seesMoney` says whether the reader sees prices. */
function detailsOf(
  context: SignedInContext,
  row: WorkItemRow,
  seesMoney: boolean,
): Omit<WorkItem, "id" | "packageId" | "email" | "since" | "name"> & { readonly name?: string } {
  const { language } = context;
  switch (row.shape) {
    case "route":
      return {
        about: routeText(row, language),
        packageNumber: row.packageNumber,
        ...(row.reasons === undefined ? {} : { lateness: [...row.reasons] }),
      };
    case "manifest": {
      const values = { number: manifestNumberText(row.manifestNumber), carrier: row.carrier };
      const carrierWeight = describeCarrierWeight(context, row);
      return {
        about: translate(language, "admin-work-items.manifestOfCarrier", values),
        ...(carrierWeight === null ? {} : { carrierWeight }),
      };
    }
    case "email": {
      const reason = row.lastError;
      return {
        about: row.isRejected
          ? translate(language, "admin-work-items.rejected", { reason })
          : reason,
      };
    }
    case "parcel":
      return { about: row.shelf ?? "" };
    case "box": {
      const box = describeBoxName(row);
      return {
        name: box.reference,
        about:
          row.linesWithoutCode === undefined
            ? ""
            : translate(language, "admin-work-items.linesWithoutCode", {
                count: row.linesWithoutCode,
              }),
        box,
        ...(row.dueAt === null ? {} : { dueAt: row.dueAt.toISOString() }),
        ...(row.waitingReason === null
          ? {}
          : {
              waiting: {
                reason: row.waitingReason,
                amountCents: seesMoney ? row.amountCents : null,
              },
            }),
      };
    }
  }
}

/** One page of a kind, oldest first; what is to be packed by when it is due. */
export async function listWorkItems(
  context: SignedInContext,
  input: {
    readonly kind: WorkItemKind;
    readonly ids?: readonly string[] | undefined;
    readonly page: number;
    readonly pageSize: number;
  },
): Promise<{ items: WorkItem[]; total: number }> {
  const { db, now, session } = context;
  const { kind, ids, page, pageSize } = input;
  const deadlines = deadlinesAt(now());
  const seesMoney = mayUse(session.person, roleAccess.money);
  const rows = await listWorkItemRows(db, kind, {
    deadlines,
    ids,
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return {
    items: rows.map((row) => ({
      id: row.id,
      packageId: row.packageId,
      name: row.name,
      email: row.email,
      since: row.since.toISOString(),
      ...detailsOf(context, row, seesMoney),
    })),
    total: (await countWorkItems(db, kind, deadlines, ids)).count,
  };
}

async function countStage(db: Db, stage: WorkStage, deadlines: Deadlines): Promise<Counted> {
  if (stage === "open_cases") return await countCases(db);
  if (stage === "tracking_questions") return await countTrackingQuestions(db);
  return await countWorkItems(db, stage, deadlines);
}

/** How much waits in each stage that this member of staff reads, since when, and how much of it they have taken. */
export async function countStagesFor(
  db: Db,
  member: StaffMember & { readonly id: string },
  now: Date,
): Promise<Dashboard["stages"]> {
  const deadlines = deadlinesAt(now);
  const [isEntered, ownCounts] = await Promise.all([
    hasEnteredWarehouse(db),
    countOwnAssignments(db, member.id, deadlines),
  ]);
  const stages = stagesFor((work) => mayUse(member, roleAccess[work]), isEntered);
  return await Promise.all(
    stages.map(async (stage) => {
      const { count, oldest } = await countStage(db, stage, deadlines);
      return {
        stage,
        count,
        oldestSince: oldest?.toISOString() ?? null,
        ownCount: ownCounts.get(stage) ?? 0,
      };
    }),
  );
}

/** How many are late for each of the reasons. */
export async function countLate<Kind extends LateKind>(
  db: Db,
  kinds: readonly Kind[],
  now: Date,
): Promise<Record<Kind, number>> {
  const deadlines = deadlinesAt(now);
  const counts = await Promise.all(
    kinds.map(async (kind) => [kind, await countLateItems(db, kind, deadlines)] as const),
  );
  return Object.fromEntries(counts) as Record<Kind, number>;
}

/**
 * The open work beside the stages at `now`, in the order of the contract, without kinds that have none or need a warehouse that was not
 * entered yet. `ratesSource` is the source of
 * exchange rates in use, from which alone quotes are made; null: any. What is not asked for may be left out.
 */
export async function countWork(
  db: Db,
  now: Date,
  ratesSource: string | null,
  isAsked: (kind: WorkKind) => boolean,
): Promise<Dashboard["work"]> {
  const deadlines = deadlinesAt(now);
  const [
    uncoded,
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
    countWorkItems(db, "lines_without_code", deadlines),
    countWorkItems(db, "uncharged_packages", deadlines),
    countWorkItems(db, "differing_weights", deadlines),
    countWorkItems(db, "failed_emails", deadlines),
    countOpenWork(db, deadlines, ratesSource),
    countFailedEvents(db, maximumEventAttempts),
    countLateParcels(db, now),
    countTrackingWork(db, now),
    countLabelWork(db, now, { isClosedAsked: isAsked("goods_closed_packages") }),
    hasEnteredWarehouse(db),
  ]);
  const counts: Readonly<Record<WorkKind, number>> = {
    unfound_numbers: tracking.toCheck,
    silent_numbers: tracking.silent,
    failed_carrier_messages: tracking.failedMessages,
    overdue_parcels: late.overdue,
    open_claims: open.claims,
    long_stored_parcels: late.longStored,
    parcel_removals: open.removals,
    parcel_proofs: open.proofs,
    lines_without_code: uncoded.count,
    goods_closed_packages: labels.closedByRules,
    long_labelled_packages: labels.longLabelled,
    uncharged_packages: uncharged.count,
    differing_weights: weights.count,
    low_number_stocks: labels.lowStocks,
    payout_requests: open.payouts,
    proposed_grants: open.grants,
    refund_shortfalls: open.shortfalls,
    unpaid_services: open.unpaidServices,
    reconciliation_differences: open.differences,
    failed_events: events.failed,
    retrying_events: events.retrying,
    failed_emails: failedEmails.count,
    old_exchange_rates: open.oldRates,
    old_sdr_rate: open.oldSdrRate,
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
  const isAsked = (kind: WorkKind) => mayUse(member, workAccess[kind]);
  return (await countWork(db, now, ratesSource, isAsked)).filter(({ kind }) => isAsked(kind));
}
