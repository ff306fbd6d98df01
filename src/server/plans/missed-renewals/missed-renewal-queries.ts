// The SQL that finds subscriptions of which news should have come.
import type { Db } from "#server/db/open.ts";

/** The provider's ids of live subscriptions whose period ended before `before`, at most `limit`. */
export async function listOverdue(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select("providerSubscriptionId")
    .where("isLive", "=", true)
    .where("currentPeriodEndsAt", "<", before)
    .orderBy("currentPeriodEndsAt")
    .limit(limit)
    .execute();
  return rows.map((row) => row.providerSubscriptionId);
}
