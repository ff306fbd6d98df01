// The open work of staff.
import { roleAccess } from "#platform/rules/role-access.ts";
import type { StaffAccess } from "#platform/rules/staff-role.ts";

/** The stages of the day's work, in the order of its list, with the work that somebody must be permitted to read one. */
const stages = {
  to_pack: { work: "shipRequests", needsWarehouse: true },
  to_label: { work: "shipRequests", needsWarehouse: true },
  to_hand_over: { work: "shipRequests", needsWarehouse: true },
  waiting_for_customers: { work: "shipRequests", needsWarehouse: true },
  owner_unknown: { work: "parcelClaims", needsWarehouse: true },
  open_cases: { work: "cases", needsWarehouse: false },
  tracking_questions: { work: "tracking", needsWarehouse: false },
  late: { work: "workItems", needsWarehouse: false },
} as const satisfies Readonly<
  Record<string, { readonly work: keyof typeof roleAccess; readonly needsWarehouse: boolean }>
>;

/** Stage of the day's work. */
export type WorkStage = keyof typeof stages;

/** Every stage, in the order of the list. */
export const workStages = Object.keys(stages) as [WorkStage, ...WorkStage[]];

/** The stages whose things one person takes; at the others a desk keeps what it works on. */
export const takeableStages = [
  "waiting_for_customers",
  "owner_unknown",
  "open_cases",
  "tracking_questions",
  "late",
] as const satisfies readonly WorkStage[];

/** Stage whose things one person takes. */
export type TakeableStage = (typeof takeableStages)[number];

/** How many things one person can have at a time. */
export const mostTaken = 100;

/** The stages that somebody who may use the named work reads, in their order. */
export function stagesFor(
  mayUseWork: (work: keyof typeof roleAccess) => boolean,
  hasWarehouse: boolean,
): WorkStage[] {
  return workStages.filter((stage) => {
    const { work, needsWarehouse } = stages[stage];
    return mayUseWork(work) && (hasWarehouse || !needsWarehouse);
  });
}

/** Why something is late: the leg longer than usual, without news or without a new status, or the package not yet received. */
export const lateKinds = ["late_legs", "silent_legs", "stalled_legs", "pending_packages"] as const;

/** Why something is late. */
export type LateKind = (typeof lateKinds)[number];

/** Every other kind of open work, in the order of the dashboard. */
export const workKinds = [
  "unfound_numbers",
  "silent_numbers",
  "failed_carrier_messages",
  "overdue_parcels",
  "open_claims",
  "long_stored_parcels",
  "parcel_removals",
  "parcel_proofs",
  "lines_without_code",
  "goods_closed_packages",
  "long_labelled_packages",
  "uncharged_packages",
  "differing_weights",
  "low_number_stocks",
  "payout_requests",
  "proposed_grants",
  "refund_shortfalls",
  "unpaid_services",
  "reconciliation_differences",
  "failed_events",
  "retrying_events",
  "failed_emails",
  "old_exchange_rates",
  "old_sdr_rate",
  "open_errors",
] as const;

/** Kind of open work. */
export type WorkKind = (typeof workKinds)[number];

/** Who attends to each kind. */
export const workAccess = {
  overdue_parcels: roleAccess.inboundParcels,
  long_stored_parcels: roleAccess.inboundParcels,
  parcel_removals: roleAccess.parcelRemovals,
  parcel_proofs: roleAccess.goodsCorrections,
  lines_without_code: roleAccess.goodsCorrections,
  goods_closed_packages: roleAccess.packing,
  long_labelled_packages: roleAccess.packing,
  uncharged_packages: roleAccess.workItems,
  differing_weights: roleAccess.workItems,
  low_number_stocks: roleAccess.services,
  open_claims: roleAccess.parcelClaims,
  unfound_numbers: roleAccess.tracking,
  silent_numbers: roleAccess.tracking,
  failed_carrier_messages: roleAccess.tracking,
  payout_requests: roleAccess.money,
  proposed_grants: roleAccess.money,
  refund_shortfalls: roleAccess.money,
  unpaid_services: roleAccess.money,
  reconciliation_differences: roleAccess.money,
  failed_events: roleAccess.money,
  retrying_events: roleAccess.money,
  failed_emails: roleAccess.workItems,
  old_exchange_rates: roleAccess.admin,
  old_sdr_rate: roleAccess.services,
  open_errors: roleAccess.admin,
} as const satisfies Readonly<Record<WorkKind, StaffAccess>>;

/** The kinds that only a warehouse makes, so that nobody reads of them before one was entered. */
export const warehouseWorkKinds: ReadonlySet<WorkKind> = new Set([
  "overdue_parcels",
  "open_claims",
  "long_stored_parcels",
  "parcel_removals",
  "parcel_proofs",
  "lines_without_code",
  "goods_closed_packages",
  "long_labelled_packages",
  "uncharged_packages",
  "differing_weights",
  "low_number_stocks",
  "unpaid_services",
  "old_sdr_rate",
]);

/** The kinds beside the stages that the page of open work lists; the others have pages of their own. */
export const listedKinds = [
  "lines_without_code",
  "uncharged_packages",
  "differing_weights",
  "failed_emails",
] as const satisfies readonly WorkKind[];

/** What the page of open work lists by itself; open cases and questions of carriers have lists of their own. */
export const workItemKinds = [
  "to_pack",
  "to_label",
  "to_hand_over",
  "waiting_for_customers",
  "owner_unknown",
  "late",
  ...listedKinds,
] as const satisfies readonly (WorkStage | WorkKind)[];

/** Kind of a listed work item. */
export type WorkItemKind = (typeof workItemKinds)[number];

/** Topics of the digest emails to staff. */
export const digestTopics = ["shipments", "payments"] as const;

/** Topic of a digest email. */
export type DigestTopic = (typeof digestTopics)[number];

/** Who gets the digests of a topic: those who attend to its work. */
export const digestAccess = {
  shipments: roleAccess.workItems,
  payments: roleAccess.money,
} as const satisfies Readonly<Record<DigestTopic, StaffAccess>>;
