// Begins the next month of the plans that staff gave; a recurring job.
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { beginComplimentaryMonth } from "./begin-complimentary-month.ts";
import { findComplimentaryMonth } from "./find-complimentary-month.ts";
import { listDueComplimentaryPlans } from "./list-due-complimentary-plans.ts";
import { lockPlanProfile } from "#server/plans/subscription-queries.ts";

const usersAtOnce = 200;

/**
 * Refills every given plan whose month is over. However many do it at once, and whatever the clock does meanwhile,
 * each month is filled once; months missed while nothing ran are not made up for. Returns how many were refilled.
 */
export async function refillComplimentaryPlans({
  db,
  now,
  log,
}: Pick<AppServices, "db" | "now" | "log">): Promise<number> {
  let refilled = 0;
  for (;;) {
    const due = await listDueComplimentaryPlans(db, now(), usersAtOnce);
    for (const userId of due) {
      const isRefilled = await atomically(db, async (inner) => {
        await lockPlanProfile(inner, userId);
        const month = await findComplimentaryMonth(inner, userId);
        if (month === undefined || month.endsAt > now()) return false;
        const { plan, complimentaryFrom } = month;
        return await beginComplimentaryMonth(inner, { userId, plan, complimentaryFrom }, now());
      });
      if (isRefilled) refilled += 1;
    }
    if (due.length < usersAtOnce) break;
  }
  if (refilled > 0) log.info({ refilled }, "Given plans refilled");
  return refilled;
}
