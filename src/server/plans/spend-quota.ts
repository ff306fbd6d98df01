// Uses up one package of the current month's quota.
import type { Db } from "#server/db/open.ts";
import { callSpendQuota } from "./subscription-queries.ts";

/**
 * Takes one package off what remains of the person's month, in the database transaction of `db`; false, and nothing
 * changes, when they have no plan or nothing remains. However many ask at once, no package is spent twice: the
 * profile stays locked until the transaction ends. Not for staff, who are charged no quota.
 */
export async function spendQuota(db: Db, userId: string): Promise<boolean> {
  return await callSpendQuota(db, userId);
}
