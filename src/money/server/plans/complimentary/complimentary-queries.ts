// The SQL about months of complimentary plans.
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A month of a complimentary plan. `complimentaryFrom` is the moment from which its months are counted. */
export type ComplimentaryMonth = {
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
