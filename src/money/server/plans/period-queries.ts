// The SQL about the months of plans and the invoices counted in them.
import { sql } from "kysely";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PlanInvoice } from "#money/server/adapters/payment/payment.ts";

/** A month of a plan, with what counts in it. */
export type Period = {
  readonly id: string;
  readonly startsAt: Date;
  readonly usedPackages: number;
  readonly adjustmentPackages: number;
};

/** The months of a subscription, the newest first. */
export async function listPeriods(db: Db, subscriptionId: string): Promise<Period[]> {
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
      ...period,
      invoiceId: invoice.invoiceId,
      startsAt: invoice.startsAt,
      endsAt: invoice.endsAt,
      createdAt: now,
    })
    .execute();
}

/** Makes one month of a customer the current one, or none with null. */
export async function updateCurrentPeriod(
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

/** The ids of those invoices that have been counted already. */
export async function listCountedInvoiceIds(
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

/** Records an invoice as counted within a month. */
export async function insertPlanPayment(
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
export async function listPaidPlans(db: Db, periodId: string): Promise<PlanName[]> {
  const rows = await db
    .selectFrom("planPayments")
    .select("plan")
    .where("periodId", "=", periodId)
    .execute();
  return rows.map((row) => row.plan);
}

/** Adds packages to what a customer's current month allows; a negative number removes them. */
export async function incrementAdjustment(db: Db, userId: string, packages: number): Promise<void> {
  await db
    .updateTable("planPeriods")
    .set((row) => ({ adjustmentPackages: row("adjustmentPackages", "+", packages) }))
    .where("userId", "=", userId)
    .where("isCurrent", "=", true)
    .execute();
}

/** The month in which a customer uses quota. */
export type CurrentPeriod = { readonly id: string; readonly endsAt: Date };

/** The current month of a customer who has a plan. */
export async function findCurrentPeriod(
  db: Db,
  userId: string,
): Promise<CurrentPeriod | undefined> {
  return await db
    .selectFrom("planPeriods")
    .innerJoin("profiles", "profiles.id", "planPeriods.userId")
    .select(["planPeriods.id", "planPeriods.endsAt"])
    .where("planPeriods.userId", "=", userId)
    .where("planPeriods.isCurrent", "=", true)
    .where("profiles.subscription", "is not", null)
    .executeTakeFirst();
}

/** Counts one package less as used in a month. */
export async function decrementUse(db: Db, periodId: string): Promise<void> {
  await db
    .updateTable("planPeriods")
    .set((row) => ({ usedPackages: row("usedPackages", "-", 1) }))
    .where("id", "=", periodId)
    .execute();
}

/** Takes one package off the customer's current month; false when they have no plan or no package left. */
export async function decrementQuota(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isSpent: boolean }>`
    select spend_quota(${userId}) as is_spent
  `.execute(db);
  return rows[0]?.isSpent ?? false;
}

/** A month of a complimentary plan. `complimentaryFrom` is the moment from which its months are counted. */
type ComplimentaryMonth = {
  readonly plan: PlanName;
  readonly complimentaryFrom: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

/** The customer's current month, if it is one of a complimentary plan. */
export async function findComplimentaryMonth(
  db: Db,
  userId: string,
): Promise<ComplimentaryMonth | undefined> {
  return await db
    .selectFrom("planPeriods")
    .select(["complimentaryPlan as plan", "complimentaryFrom", "startsAt", "endsAt"])
    .where("userId", "=", userId)
    .where("isCurrent", "=", true)
    .where("complimentaryPlan", "is not", null)
    .where("complimentaryFrom", "is not", null)
    .$narrowType<{ plan: PlanName; complimentaryFrom: Date }>()
    .executeTakeFirst();
}

/** Inserts a month and returns its id; null when it exists already. */
export async function insertComplimentaryMonth(
  db: Db,
  month: ComplimentaryMonth & { readonly userId: string; readonly createdAt: Date },
): Promise<string | null> {
  const { plan, ...columns } = month;
  const row = await db
    .insertInto("planPeriods")
    .values({ ...columns, complimentaryPlan: plan, subscriptionId: null, invoiceId: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The ids of customers whose complimentary month is over at `now`, the longest overdue first, at most `limit`. */
export async function listUserIdsDueForRefill(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("planPeriods")
    .select("userId")
    .where("isCurrent", "=", true)
    .where("complimentaryPlan", "is not", null)
    .where("endsAt", "<=", now)
    .orderBy("endsAt")
    .limit(limit)
    .execute();
  return rows.map((row) => row.userId);
}

/** A paid invoice, with the end of the month for which it was paid. */
type PaidMonthRow = {
  readonly invoiceId: string;
  readonly plan: PlanName;
  readonly amountCents: bigint;
  readonly paidAt: Date;
  readonly periodEndsAt: Date;
};

/** What a customer paid by card for months that end after `now`, of subscriptions that have ended; the oldest first. */
export async function listPaidMonthRows(
  db: Db,
  userId: string,
  now: Date,
): Promise<PaidMonthRow[]> {
  return await db
    .selectFrom("planPayments as payments")
    .innerJoin("planPeriods as months", "months.id", "payments.periodId")
    .innerJoin("subscriptions", "subscriptions.id", "months.subscriptionId")
    .select(["payments.invoiceId", "payments.plan", "payments.amountCents", "payments.paidAt"])
    .select("months.endsAt as periodEndsAt")
    .where("months.userId", "=", userId)
    .where("months.endsAt", ">", now)
    .where("subscriptions.isLive", "=", false)
    .where("payments.amountCents", ">", 0n)
    .orderBy("payments.paidAt")
    .orderBy("payments.invoiceId")
    .execute();
}
