import { monthPeriodAt } from "#platform/rules/calendar.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateCurrentPeriod } from "#money/server/plans/period-queries.ts";
import { updatePlanProfile } from "#money/server/plans/subscription-queries.ts";
import { insertComplimentaryMonth } from "./complimentary-queries.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

/**
 * Makes the month that `now` falls into, counted from `complimentaryFrom`, the customer's current one with the plan's
 * whole quota. It runs in the database transaction of `db`, which must hold the lock on the profile. Returns false and
 * changes nothing when that month has begun before.
 */
export async function beginComplimentaryMonth(
  db: Db,
  complimentary: {
    readonly userId: string;
    readonly plan: PlanName;
    readonly complimentaryFrom: Date;
  },
  now: Date,
): Promise<boolean> {
  const { userId, plan, complimentaryFrom } = complimentary;
  const { startsAt, endsAt } = monthPeriodAt(complimentaryFrom, now);
  const month = { userId, plan, complimentaryFrom, startsAt, endsAt, createdAt: now };
  const periodId = await insertComplimentaryMonth(db, month);
  if (periodId === null) return false;
  await updateCurrentPeriod(db, userId, periodId);
  const { packageQuota, maxWeightGrams } = planByName(plan);
  await updatePlanProfile(db, { userId, subscription: plan, packageQuota, maxWeightGrams }, now);
  return true;
}
