// The SQL that finds subscriptions of which news should have come.
import type { Db } from "#server/db/open.ts";

/** The provider's ids of live subscriptions whose period ended before `before`, at most `limit`. */
export async function selectOverdue(db: Db, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .select("provider_subscription_id")
    .where("is_live", "=", true)
    .where("current_period_ends_at", "<", before)
    .orderBy("current_period_ends_at")
    .limit(limit)
    .execute();
  return rows.map((row) => row.provider_subscription_id);
}
