import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/**
 * Takes one package off the customer's current month, in the database transaction of `db`; returns false and changes
 * nothing when they have no plan or no package left. The profile stays locked until the transaction ends, so that no
 * package is spent twice. Not for admins, who have no quota.
 */
export async function spendQuota(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isSpent: boolean }>`
    select spend_quota(${userId}) as is_spent
  `.execute(db);
  return rows[0]?.isSpent ?? false;
}
