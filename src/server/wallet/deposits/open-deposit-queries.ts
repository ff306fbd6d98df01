// The SQL of ending somebody's deposits that are not paid yet.
import type { Db } from "#server/db/open.ts";

/** The provider's checkouts of somebody's deposits that may still be paid. */
export async function selectOpenSessions(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("deposits")
    .innerJoin("transactions", "transactions.id", "deposits.transactionId")
    .select("deposits.checkoutSessionId as sessionId")
    .where("deposits.userId", "=", userId)
    .where("transactions.status", "=", "pending")
    .execute();
  return rows.flatMap(({ sessionId }) => sessionId ?? []);
}

/** Whether the account is not closed; it is not closed either before the database transaction of `db` has ended. */
export async function lockOpenAccount(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .where("closedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
