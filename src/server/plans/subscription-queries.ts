// The SQL about plans: subscriptions and their months, and the plan's columns of the profile.
import { sql, type Selectable } from "kysely";
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import type { PlansTables } from "#server/db/tables/plans.ts";
import type { PlanInvoice } from "#server/adapters/payment/payment.ts";

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
  readonly rejectedAt: Date | null;
  readonly currentPeriodStartsAt: Date;
  readonly currentPeriodEndsAt: Date;
  readonly cancelsAtPeriodEnd: boolean;
  readonly version: number;
};

function subscriptionOf(row: Selectable<PlansTables["subscriptions"]>): Subscription {
  return {
    id: row.id,
    userId: row.userId,
    providerSubscriptionId: row.providerSubscriptionId,
    providerStatus: row.providerStatus,
    plan: row.plan,
    nextPlan: row.nextPlan,
    grantsPlan: row.grantsPlan,
    isLive: row.isLive,
    rejectedAt: row.refusedAt,
    currentPeriodStartsAt: row.currentPeriodStartsAt,
    currentPeriodEndsAt: row.currentPeriodEndsAt,
    cancelsAtPeriodEnd: row.cancelsAtPeriodEnd,
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
      "packageQuota",
      "maxWeightGrams",
      "chosenPlan",
      "closedAt",
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
      packageQuota: profile.packageQuota,
      maxWeightGrams: profile.maxWeightGrams,
      ...(profile.subscription === null ? {} : { chosenPlan: null }),
      updatedAt: now,
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
    .where("userId", "=", userId)
    .where("isLive", "=", true)
    .where("grantsPlan", "=", true)
    .executeTakeFirst();
  return row && subscriptionOf(row);
}

/** The one subscription of somebody's that may still bill. */
export async function selectLive(db: Db, userId: string): Promise<Subscription | undefined> {
  const row = await db
    .selectFrom("subscriptions")
    .selectAll()
    .where("userId", "=", userId)
    .where("isLive", "=", true)
    .where("refusedAt", "is", null)
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
    .where("providerSubscriptionId", "=", providerSubscriptionId)
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
    providerStatus: found.providerStatus,
    plan: found.plan,
    nextPlan: found.nextPlan,
    grantsPlan: found.grantsPlan,
    isLive: found.isLive,
    refusedAt: found.rejectedAt,
    currentPeriodStartsAt: found.currentPeriodStartsAt,
    currentPeriodEndsAt: found.currentPeriodEndsAt,
    cancelsAtPeriodEnd: found.cancelsAtPeriodEnd,
    updatedAt: now,
  };
  const { id } = await db
    .insertInto("subscriptions")
    .values({
      userId: found.userId,
      providerSubscriptionId: found.providerSubscriptionId,
      createdAt: now,
      ...state,
    })
    .onConflict((conflict) =>
      conflict
        .column("providerSubscriptionId")
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
    .selectFrom("planPeriods")
    .select(["id", "startsAt", "usedPackages", "adjustmentPackages"])
    .where("subscriptionId", "=", subscriptionId)
    .orderBy("startsAt", "desc")
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
    .insertInto("planPeriods")
    .values({
      userId: period.userId,
      subscriptionId: period.subscriptionId,
      invoiceId: invoice.invoiceId,
      startsAt: invoice.startsAt,
      endsAt: invoice.endsAt,
      createdAt: now,
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
    .updateTable("planPeriods")
    .set({ isCurrent: false })
    .where("userId", "=", userId)
    .where("isCurrent", "=", true)
    .$if(periodId !== null, (query) => query.where("id", "!=", periodId))
    .execute();
  if (periodId === null) return;
  await db
    .updateTable("planPeriods")
    .set({ isCurrent: true })
    .where("id", "=", periodId)
    .where("isCurrent", "=", false)
    .execute();
}

/** Which of these invoices have been counted already. */
export async function selectCountedInvoices(
  db: Db,
  invoiceIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (invoiceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom("planPayments")
    .select("invoiceId")
    .where("invoiceId", "in", invoiceIds)
    .execute();
  return new Set(rows.map((row) => row.invoiceId));
}

/** Counts an invoice within a month. */
export async function insertPayment(
  db: Db,
  periodId: string,
  invoice: PlanInvoice,
  now: Date,
): Promise<void> {
  await db
    .insertInto("planPayments")
    .values({
      invoiceId: invoice.invoiceId,
      periodId,
      plan: invoice.plan,
      amountCents: invoice.amountCents,
      paidAt: invoice.paidAt,
      createdAt: now,
    })
    .execute();
}

/** The plans that were paid for within a month. */
export async function selectPlansPaid(db: Db, periodId: string): Promise<PlanName[]> {
  const rows = await db
    .selectFrom("planPayments")
    .select("plan")
    .where("periodId", "=", periodId)
    .execute();
  return rows.map((row) => row.plan);
}

/** Adds packages to, or takes them off, what somebody's current month allows. */
export async function addAdjustment(db: Db, userId: string, packages: number): Promise<void> {
  await db
    .updateTable("planPeriods")
    .set((row) => ({ adjustmentPackages: row("adjustmentPackages", "+", packages) }))
    .where("userId", "=", userId)
    .where("isCurrent", "=", true)
    .execute();
}

export async function callSpendQuota(db: Db, userId: string): Promise<boolean> {
  const question = sql<{ spent: boolean }>`select spend_quota(${userId}) as spent`;
  return (await question.execute(db)).rows[0]?.spent ?? false;
}
