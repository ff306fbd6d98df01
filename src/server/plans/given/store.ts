// The SQL about months of plans that staff gave.
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";

/** A month of a plan that staff gave. `givenFrom` is the day from which its months are counted. */
export type GivenMonth = {
  readonly periodId: string;
  readonly plan: PlanName;
  readonly givenFrom: Date;
  readonly startsAt: Date;
  readonly endsAt: Date;
};

/** The given month that is somebody's current one. */
export async function selectGivenMonth(db: Db, userId: string): Promise<GivenMonth | undefined> {
  const row = await db
    .selectFrom("plan_periods")
    .select(["id", "given_plan", "given_from", "starts_at", "ends_at"])
    .where("user_id", "=", userId)
    .where("is_current", "=", true)
    .executeTakeFirst();
  if (row === undefined || row.given_plan === null || row.given_from === null) return undefined;
  return {
    periodId: row.id,
    plan: row.given_plan,
    givenFrom: row.given_from,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  };
}

/** Adds a given month; null when it was added before. */
export async function insertGivenMonth(
  db: Db,
  month: Omit<GivenMonth, "periodId"> & { readonly userId: string; readonly createdAt: Date },
): Promise<string | null> {
  const row = await db
    .insertInto("plan_periods")
    .values({
      user_id: month.userId,
      subscription_id: null,
      invoice_id: null,
      starts_at: month.startsAt,
      ends_at: month.endsAt,
      given_plan: month.plan,
      given_from: month.givenFrom,
      created_at: month.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Whose given month is over at `now`; at most `limit` of them. */
export async function selectDue(db: Db, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("plan_periods")
    .select("user_id")
    .where("is_current", "=", true)
    .where("given_plan", "is not", null)
    .where("ends_at", "<=", now)
    .orderBy("ends_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.user_id);
}
