/** The highest page number that the API accepts. */
export const highestPage = 1_000_000;

/** Directions of a sorted list. */
export const sortDirections = ["asc", "desc"] as const;

/** Direction of a sorted list. */
export type SortDirection = (typeof sortDirections)[number];

/** The users that a list shows. */
export const userStates = [
  "all",
  "active",
  "subscribed",
  "withMoney",
  "withHolds",
  "suspended",
  "closed",
  "staff",
  "admins",
] as const;

/** The users that a list shows. */
export type UserState = (typeof userStates)[number];

/** The columns that a list of users is sorted by. */
export const userOrders = [
  "fullName",
  "subscription",
  "packageQuota",
  "walletBalance",
  "createdAt",
] as const;

/** A column that a list of users is sorted by. */
export type UserOrder = (typeof userOrders)[number];

/** The entries of the audit log that a list shows. */
export const auditOutcomes = ["all", "done", "rejected"] as const;

/** The entries of the audit log that a list shows. */
export type AuditOutcome = (typeof auditOutcomes)[number];

/** The groups of errors that a list shows. */
export const errorStates = ["open", "resolved", "all"] as const;

/** The groups of errors that a list shows. */
export type ErrorState = (typeof errorStates)[number];

/** Where the errors of a list happened. */
export const errorSources = ["all", "server", "browser"] as const;

/** Where the errors of a list happened. */
export type ErrorSource = (typeof errorSources)[number];
