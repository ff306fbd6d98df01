// The open work of admins.

/** Every kind of open work, in the order of the dashboard. */
export const workKinds = [
  "missing_warehouse",
  "pending_packages",
  "stalled_legs",
  "payout_requests",
  "refund_shortfalls",
  "reconciliation_differences",
  "failed_events",
  "retrying_events",
  "failed_emails",
  "open_errors",
] as const;

/** Kind of open work. */
export type WorkKind = (typeof workKinds)[number];

/** The kinds that the page of work items lists; the others have pages of their own. */
export const workItemKinds = [
  "pending_packages",
  "stalled_legs",
  "failed_emails",
] as const satisfies readonly WorkKind[];

/** Kind of a listed work item. */
export type WorkItemKind = (typeof workItemKinds)[number];

/** Topics of the emails to admins. */
export const digestTopics = ["shipments", "payments"] as const;

/** Topic of an email to admins. */
export type DigestTopic = (typeof digestTopics)[number];
