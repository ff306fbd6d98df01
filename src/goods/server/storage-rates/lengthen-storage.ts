import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateStorageLengthened } from "./storage-queries.ts";

/**
 * Gives what lies here the free days of the plan that a customer has from now on, counted from the day on which each
 * parcel's began; nothing is shortened, and prices stay. It runs in the transaction of `db` that changes the plan.
 */
export async function lengthenStorage(
  db: Db,
  customer: { readonly userId: string; readonly plan: PlanName },
  now: Date,
): Promise<void> {
  await updateStorageLengthened(db, customer, now);
}
