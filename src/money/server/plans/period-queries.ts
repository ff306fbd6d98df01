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
