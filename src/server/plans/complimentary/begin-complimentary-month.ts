// Begins a month of a plan that staff gave: its quota is full, once.
import { monthPeriodAt } from "#core/calendar.ts";
import { planByName, type PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import { setCurrentPeriod, updatePlanProfile } from "#server/plans/subscription-queries.ts";
import { insertComplimentaryMonth } from "./complimentary-queries.ts";

/**
 * Makes the month that `now` falls into, counted from `givenFrom`, the current one of the person, with the whole
 * quota of the plan, in the database transaction of `db`, which must hold the lock on the profile. A month that was
 * begun before is left as it is; then the answer is false.
 */
export async function beginComplimentaryMonth(
  db: Db,
  given: { readonly userId: string; readonly plan: PlanName; readonly complimentaryFrom: Date },
  now: Date,
): Promise<boolean> {
  const { userId, plan, complimentaryFrom } = given;
  const { startsAt, endsAt } = monthPeriodAt(complimentaryFrom, now);
  const month = { userId, plan, complimentaryFrom, startsAt, endsAt, createdAt: now };
  const periodId = await insertComplimentaryMonth(db, month);
  if (periodId === null) return false;
  await setCurrentPeriod(db, userId, periodId);
  const { packageQuota, maxWeightGrams } = planByName(plan);
  await updatePlanProfile(db, { userId, subscription: plan, packageQuota, maxWeightGrams }, now);
  return true;
}
