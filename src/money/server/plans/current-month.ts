// The month of a plan in which a customer uses quota.
import type { Db } from "#platform/server/db/open.ts";
import { lockCustomer } from "./lock-customer.ts";
import { findCurrentPeriod, type CurrentPeriod } from "./period-queries.ts";

/** The customer's current month, or null without a plan. */
export async function findCurrentMonth(db: Db, userId: string): Promise<CurrentPeriod | null> {
  return (await findCurrentPeriod(db, userId)) ?? null;
}

/**
 * The same with the profile locked until the transaction ends, so that no other month can become the current one. Throws
 * `account_closed`.
 */
export async function lockCurrentMonth(db: Db, userId: string): Promise<CurrentPeriod | null> {
  await lockCustomer(db, userId);
  return await findCurrentMonth(db, userId);
}
