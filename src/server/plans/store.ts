// The SQL about plans: subscriptions and their months, and the plan's columns of the profile.
import { sql, type Selectable } from "kysely";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import type { PlansTables } from "#server/db/tables/plans.ts";
import type { PlanInvoice } from "#server/outside/payment/payment.ts";

/** What a profile says of its plan. */
export type PlanProfile = {
  readonly userId: string;
  readonly email: string;
  readonly subscription: PlanName | null;
  readonly packageQuota: number;
  readonly maxWeightGrams: number;
  /** Chosen when registering; null once there has been a plan. */
  readonly chosenPlan: PlanName | null;
  readonly closedAt: Date | null;
};

/** A subscription as it is kept here. */
export type Subscription = {
  readonly id: string;
  readonly userId: string;
  readonly providerSubscriptionId: string;
  readonly providerStatus: string;
  readonly plan: PlanName | null;
  readonly nextPlan: PlanName | null;
  readonly grantsPlan: boolean;
  readonly isLive: boolean;
  readonly refusedAt: Date | null;
  readonly currentPeriodStartsAt: Date;
  readonly currentPeriodEndsAt: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly version: number;
};

function subscriptionOf(row: Selectable<PlansTables["subscriptions"]>): Subscription {
  return {
    id: row.id,
    userId: row.user_id,
    providerSubscriptionId: row.provider_subscription_id,
    providerStatus: row.provider_status,
    plan: row.plan,
    nextPlan: row.next_plan,
    grantsPlan: row.grants_plan,
    isLive: row.is_live,
    refusedAt: row.refused_at,
    currentPeriodStartsAt: row.current_period_starts_at,
    currentPeriodEndsAt: row.current_period_ends_at,
    cancelsAtPeriodEnd: row.cancels_at_period_end,
    version: row.version,
  };
}

function profiles(db: Db) {
  return db
    .selectFrom("profiles")
    .select([
      "id as userId",
      "email",
      "subscription",
      "package_quota as packageQuota",
      "max_weight_grams as maxWeightGrams",
      "chosen_plan as chosenPlan",
      "closed_at as closedAt",
    ]);
}

export async function selectPlanProfile(db: Db, userId: string): Promise<PlanProfile> {
  return await profiles(db).where("id", "=", userId).executeTakeFirstOrThrow();
}

/** The profile, locked until the transaction ends: whatever changes somebody's plan does so one at a time. */
export async function lockPlanProfile(db: Db, userId: string): Promise<PlanProfile> {
  return await profiles(db).where("id", "=", userId).forUpdate().executeTakeFirstOrThrow();
}

/**
 * Writes the plan's columns of a profile; nobody else does, but for spend_quota and staff. With a plan, what was chosen
 * before there was one is forgotten.
 */
export async function updatePlanProfile(
  db: Db,
  profile: Omit<PlanProfile, "email" | "chosenPlan" | "closedAt">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({
      subscription: profile.subscription,
      package_quota: profile.packageQuota,
      max_weight_grams: profile.maxWeightGrams,
      ...(profile.subscription === null ? {} : { chosen_plan: null }),
      updated_at: now,
    })
    .where("id", "=", profile.userId)
    .execute();
}

/** The profile of anybody, or undefined when there is no such person; locked until the transaction ends. */
export async function findPlanProfile(db: Db, userId: string): Promise<PlanProfile | undefined> {
  return await profiles(db).where("id", "=", userId).forUpdate().executeTakeFirst();
}

/** The subscription that grants somebody their plan. */
export async function selectGranting(db: Db, userId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("is_live", "=", true)
    .where("grants_plan", "=", true)
    .executeTakeFirst();
  return row && subscriptionOf(row);
}

/** The one subscription of somebody's that may still bill. */
export async function selectLive(db: Db, userId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("user_id", "=", userId)
    .where("is_live", "=", true)
    .where("refused_at", "is", null)
    .executeTakeFirst();
  return row && subscriptionOf(row);
}

export async function selectSubscription(
  db: Db,
  providerSubscriptionId: string,
): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("provider_subscription_id", "=", providerSubscriptionId)
    .executeTakeFirst();
  return row && subscriptionOf(row);
}

/** Keeps what a look at the provider found, as one version more than before; returns its id. */
export async function saveSubscription(
  db: Db,
  found: Omit<Subscription, "id" | "version">,
  now: Date,
): Promise<string> {
  const state = {
    provider_status: found.providerStatus,
    plan: found.plan,
    next_plan: found.nextPlan,
    grants_plan: found.grantsPlan,
    is_live: found.isLive,
    refused_at: found.refusedAt,
    current_period_starts_at: found.currentPeriodStartsAt,
    current_period_ends_at: found.currentPeriodEndsAt,
    cancels_at_period_end: found.cancelsAtPeriodEnd,
    updated_at: now,
  };
  const { id } = await db
    .insertInto("subscriptions")
    .values({
      user_id: found.userId,
      provider_subscription_id: found.providerSubscriptionId,
      created_at: now,
      ...state,
    })
    .onConflict((conflict) =>
      conflict
        .column("provider_subscription_id")
        .doUpdateSet((row) => ({ ...state, version: row("subscriptions.version", "+", 1) })),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** A month of a plan, with what counts in it. */
export type Period = {
  readonly id: string;
  readonly startsAt: Date;
  readonly usedPackages: number;
  readonly adjustmentPackages: number;
};

/** The months of a subscription, the newest first. */
export async function selectPeriods(db: Db, subscriptionId: string): Promise<Period[]> {
  return await db
    .selectFrom("plan_periods")
    .select([
      "id",
      "starts_at as startsAt",
      "used_packages as usedPackages",
      "adjustment_packages as adjustmentPackages",
    ])
    .where("subscription_id", "=", subscriptionId)
    .orderBy("starts_at", "desc")
    .execute();
}

/** Adds the month that an invoice begins. */
export async function insertPeriod(
  db: Db,
  period: { readonly userId: string; readonly subscriptionId: string },
  invoice: PlanInvoice,
  now: Date,
): Promise<void> {
  await db
    .insertInto("plan_periods")
    .values({
      user_id: period.userId,
      subscription_id: period.subscriptionId,
      invoice_id: invoice.invoiceId,
      starts_at: invoice.startsAt,
      ends_at: invoice.endsAt,
      created_at: now,
    })
    .execute();
}

/** Makes one month of somebody's the current one, or with null none. */
export async function setCurrentPeriod(
  db: Db,
  userId: string,
  periodId: string | null,
): Promise<void> {
  await db
    .updateTable("plan_periods")
    .set({ is_current: false })
    .where("user_id", "=", userId)
    .where("is_current", "=", true)
    .$if(periodId !== null, (query) => query.where("id", "!=", periodId))
    .execute();
  if (periodId === null) return;
  await db
    .updateTable("plan_periods")
    .set({ is_current: true })
    .where("id", "=", periodId)
    .where("is_current", "=", false)
    .execute();
}

/** Which of these invoices have been counted already. */
export async function selectCountedInvoices(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("plan_payments")
    .select("invoice_id")
    .where("invoice_id", "in", invoiceIds)
    .execute();
  return new Set(rows.map((row) => row.invoice_id));
}

/** Counts an invoice within a month. */
export async function insertPayment(
  db: Db,
  periodId: string,
  invoice: PlanInvoice,
  now: Date,
): Promise<void> {
  await db
    .insertInto("plan_payments")
    .values({
      invoice_id: invoice.invoiceId,
      period_id: periodId,
      plan: invoice.plan,
      amount_cents: invoice.amountCents,
      paid_at: invoice.paidAt,
      created_at: now,
    })
    .execute();
}

/** The plans that were paid for within a month. */
export async function selectPlansPaid(db: Db, periodId: string): Promise<PlanName[]> {
  const rows = await db
    .selectFrom("plan_payments")
    .select("plan")
    .where("period_id", "=", periodId)
    .execute();
  return rows.map((row) => row.plan);
}

/** Adds packages to, or takes them off, what somebody's current month allows. */
export async function addAdjustment(db: Db, userId: string, packages: number): Promise<void> {
  await db
    .updateTable("plan_periods")
    .set((row) => ({ adjustment_packages: row("adjustment_packages", "+", packages) }))
    .where("user_id", "=", userId)
    .where("is_current", "=", true)
    .execute();
}

export async function callSpendQuota(db: Db, userId: string): Promise<boolean> {
  const question = sql<{ spent: boolean }>`select spend_quota(${userId}) as spent`;
  return (await question.execute(db)).rows[0]?.spent ?? false;
}
