// The SQL about months of plans that staff gave.
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";

/** A month of a plan that staff gave. `givenFrom` is the day from which its months are counted. */
export type ComplimentaryMonth = {
  readonly periodId: string;
  readonly plan: PlanName;
  readonly complimentaryFrom: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

/** The given month that is somebody's current one. */
export async function findComplimentaryMonthRow(
  db: Db,
  userId: string,
): Promise<ComplimentaryMonth | undefined> {
  const row = await db
    .selectFrom("planPeriods")
    .select(["id", "complimentaryPlan", "complimentaryFrom", "startsAt", "endsAt"])
    .where("userId", "=", userId)
    .where("isCurrent", "=", true)
    .executeTakeFirst();
  if (row === undefined || row.complimentaryPlan === null || row.complimentaryFrom === null)
    return undefined;
  return {
    periodId: row.id,
    plan: row.complimentaryPlan,
    complimentaryFrom: row.complimentaryFrom,
    startsAt: row.startsAt,
    endsAt: row.endsAt,
  };
}

/** Adds a given month; null when it was added before. */
export async function insertComplimentaryMonth(
  db: Db,
  month: Omit<ComplimentaryMonth, "periodId"> & {
    readonly userId: string;
    readonly createdAt: Date;
  },
): Promise<string | null> {
  const row = await db
    .insertInto("planPeriods")
    .values({
      userId: month.userId,
      subscriptionId: null,
      invoiceId: null,
      startsAt: month.startsAt,
      endsAt: month.endsAt,
      complimentaryPlan: month.plan,
      complimentaryFrom: month.complimentaryFrom,
      createdAt: month.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whose given month is over at `now`; at most `limit` of them. */
export async function selectDue(db: Db, now: Date, limit: number): Promise<string[]> {
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
