// The open work of staff.
import { roleAccess } from "#platform/rules/role-access.ts";
import type { StaffAccess } from "#platform/rules/staff-role.ts";

/** Every kind of open work, in the order of the dashboard. */
export const workKinds = [
  "pending_packages",
  "stalled_legs",
  "tracking_questions",
  "unfound_numbers",
  "silent_numbers",
  "failed_carrier_messages",
  "late_legs",
  "silent_legs",
  "overdue_parcels",
  "unmatched_parcels",
  "open_cases",
  "open_claims",
  "long_stored_parcels",
  "parcel_removals",
  "long_labelled_packages",
  "uncharged_packages",
  "differing_weights",
  "low_number_stocks",
  "payout_requests",
  "refund_shortfalls",
  "unpaid_services",
  "reconciliation_differences",
  "failed_events",
  "retrying_events",
  "failed_emails",
  "old_exchange_rates",
  "open_errors",
] as const;

/** Kind of open work. */
export type WorkKind = (typeof workKinds)[number];

/** Who attends to each kind. */
export const workAccess = {
  overdue_parcels: roleAccess.inboundParcels,
  long_stored_parcels: roleAccess.inboundParcels,
  unmatched_parcels: roleAccess.parcelClaims,
  parcel_removals: roleAccess.parcelRemovals,
  long_labelled_packages: roleAccess.packing,
  uncharged_packages: roleAccess.workItems,
  differing_weights: roleAccess.workItems,
  low_number_stocks: roleAccess.services,
  open_cases: roleAccess.cases,
  open_claims: roleAccess.parcelClaims,
  pending_packages: roleAccess.workItems,
  stalled_legs: roleAccess.workItems,
  tracking_questions: roleAccess.tracking,
  unfound_numbers: roleAccess.tracking,
  silent_numbers: roleAccess.tracking,
  failed_carrier_messages: roleAccess.tracking,
  late_legs: roleAccess.workItems,
  silent_legs: roleAccess.workItems,
  payout_requests: roleAccess.money,
  refund_shortfalls: roleAccess.money,
  unpaid_services: roleAccess.money,
  reconciliation_differences: roleAccess.money,
  failed_events: roleAccess.money,
  retrying_events: roleAccess.money,
  failed_emails: roleAccess.workItems,
  old_exchange_rates: roleAccess.admin,
  open_errors: roleAccess.admin,
} as const satisfies Readonly<Record<WorkKind, StaffAccess>>;

/** The kinds that only a warehouse makes, so that nobody reads of them before one was entered. */
export const warehouseWorkKinds: ReadonlySet<WorkKind> = new Set([
  "overdue_parcels",
  "unmatched_parcels",
  "open_claims",
  "long_stored_parcels",
  "parcel_removals",
  "long_labelled_packages",
  "uncharged_packages",
  "differing_weights",
  "low_number_stocks",
  "unpaid_services",
]);

/** The kinds that the page of work items lists; the others have pages of their own. */
export const workItemKinds = [
  "pending_packages",
  "stalled_legs",
  "late_legs",
  "silent_legs",
  "uncharged_packages",
  "differing_weights",
  "failed_emails",
] as const satisfies readonly WorkKind[];

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
