// Tells what a customer's plan carries, for staff who look at their packages.
import type { Db } from "#server/db/open.ts";
import { selectPlanProfile } from "./store.ts";

/** The most that one package of this person may weigh, in grams; null without a plan. */
export async function readPlanLimit(db: Db, userId: string): Promise<number | null> {
  const { subscription, maxWeightGrams } = await selectPlanProfile(db, userId);
  return subscription === null ? null : maxWeightGrams;
}
