// Row types of the tables about plans.
import type { ColumnType, Generated } from "kysely";
import type { PlanName } from "#core/plan.ts";

type SubscriptionCheckoutsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  request_key: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  state: Generated<"open" | "paid" | "over">;
  customer_id: string | null;
  checkout_session_id: string | null;
  created_at: ColumnType<Date, Date, never>;
};

type SubscriptionsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  provider_subscription_id: ColumnType<string, string, never>;
  provider_status: string;
  plan: PlanName | null;
  next_plan: PlanName | null;
  grants_plan: boolean;
  is_live: boolean;
  refused_at: Date | null;
  current_period_starts_at: Date;
  current_period_ends_at: Date;
  cancels_at_period_end: boolean;
  version: Generated<number>;
  created_at: ColumnType<Date, Date, never>;
  updated_at: Date;
};

type PlanPeriodsTable = {
  id: Generated<string>;
  user_id: ColumnType<string, string, never>;
  subscription_id: ColumnType<string | null, string | null, never>;
  invoice_id: ColumnType<string | null, string | null, never>;
  starts_at: ColumnType<Date, Date, never>;
  ends_at: ColumnType<Date, Date, never>;
  used_packages: Generated<number>;
  adjustment_packages: Generated<number>;
  is_current: Generated<boolean>;
  created_at: ColumnType<Date, Date, never>;
  /** Of a month that staff gave: which plan, and from when its months are counted. */
  given_plan: ColumnType<PlanName | null, PlanName | null | undefined, never>;
  given_from: ColumnType<Date | null, Date | null | undefined, never>;
};

type PlanPaymentsTable = {
  invoice_id: ColumnType<string, string, never>;
  period_id: ColumnType<string, string, never>;
  plan: ColumnType<PlanName, PlanName, never>;
  amount_cents: ColumnType<bigint, bigint | number, never>;
  paid_at: ColumnType<Date, Date, never>;
  created_at: ColumnType<Date, Date, never>;
};

type SubscriberLocksTable = {
  user_id: ColumnType<string, string, never>;
  holder: string;
  locked_until: Date;
};

export type PlansTables = {
  subscription_checkouts: SubscriptionCheckoutsTable;
  subscriptions: SubscriptionsTable;
  plan_periods: PlanPeriodsTable;
  plan_payments: PlanPaymentsTable;
  subscriber_locks: SubscriberLocksTable;
};
