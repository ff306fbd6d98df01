import type { Db } from "#platform/server/db/open.ts";
import { decrementQuota } from "./period-queries.ts";

/**
 * Takes one package off the customer's current month, in the database transaction of `db`; returns false and changes
 * nothing when they have no plan or no package left. The profile stays locked until the transaction ends, so that no
 * package is spent twice. Not for admins, who have no quota.
 */
export async function spendQuota(db: Db, userId: string): Promise<boolean> {
  return await decrementQuota(db, userId);
}
