import type { PlanCheckoutState } from "#catalogue/rules/plan.ts";
import type { ColumnType, Generated } from "kysely";
import type { PlanName } from "#platform/rules/plan-name.ts";

type SubscriptionCheckoutsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  idempotencyKey: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  state: Generated<PlanCheckoutState>;
  customerId: string | null;
  checkoutSessionId: string | null;
  createdAt: ColumnType<Date, Date, never>;
};

type SubscriptionsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  providerSubscriptionId: ColumnType<string, string, never>;
  providerStatus: string;
  plan: PlanName | null;
  nextPlan: PlanName | null;
  grantsPlan: boolean;
  isLive: boolean;
  rejectedAt: Date | null;
  currentPeriodStartsAt: Date;
  currentPeriodEndsAt: Date;
  cancelsAtPeriodEnd: boolean;
  version: Generated<number>;
  createdAt: ColumnType<Date, Date, never>;
  updatedAt: Date;
};

type PlanPeriodsTable = {
  id: Generated<string>;
  userId: ColumnType<string, string, never>;
  subscriptionId: ColumnType<string | null, string | null, never>;
  invoiceId: ColumnType<string | null, string | null, never>;
  startsAt: ColumnType<Date, Date, never>;
  endsAt: ColumnType<Date, Date, never>;
  usedPackages: Generated<number>;
  adjustmentPackages: Generated<number>;
  isCurrent: Generated<boolean>;
  createdAt: ColumnType<Date, Date, never>;
  /** Only for complimentary plans: the plan, and the start of its first month. */
  complimentaryPlan: ColumnType<PlanName | null, PlanName | null | undefined, never>;
  complimentaryFrom: ColumnType<Date | null, Date | null | undefined, never>;
};

type PlanPaymentsTable = {
  invoiceId: ColumnType<string, string, never>;
  periodId: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  amountCents: ColumnType<bigint, bigint | number, never>;
  paidAt: ColumnType<Date, Date, never>;
  createdAt: ColumnType<Date, Date, never>;
};

type SubscriberLocksTable = {
  userId: ColumnType<string, string, never>;
  holder: string;
  lockedUntil: Date;
};

export type PlansTables = {
  subscriptionCheckouts: SubscriptionCheckoutsTable;
  subscriptions: SubscriptionsTable;
  planPeriods: PlanPeriodsTable;
  planPayments: PlanPaymentsTable;
  subscriberLocks: SubscriberLocksTable;
};

declare module "#platform/server/db/tables.ts" {
  interface Tables extends PlansTables {}
}
