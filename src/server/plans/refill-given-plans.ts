// Begins the next month of the plans that staff gave; a recurring job.
import type { Parts } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { beginGivenMonth } from "./given/begin-given-month.ts";
import { findGivenMonth } from "./given/find-given-month.ts";
import { listDueGivenPlans } from "./given/list-due-given-plans.ts";
import { lockPlanProfile } from "./store.ts";

const peopleAtOnce = 200;

/**
 * Refills every given plan whose month is over. However many do it at once, and whatever the clock does meanwhile,
 * each month is filled once; months missed while nothing ran are not made up for. Returns how many were refilled.
 */
export async function refillGivenPlans({
  db,
  now,
  log,
}: Pick<Parts, "db" | "now" | "log">): Promise<number> {
  let refilled = 0;
  for (;;) {
    const due = await listDueGivenPlans(db, now(), peopleAtOnce);
    for (const userId of due) {
      const isRefilled = await atomically(db, async (inner) => {
        await lockPlanProfile(inner, userId);
        const month = await findGivenMonth(inner, userId);
        if (month === undefined || month.endsAt > now()) return false;
        const { plan, givenFrom } = month;
        return await beginGivenMonth(inner, { userId, plan, givenFrom }, now());
      });
      if (isRefilled) refilled += 1;
    }
    if (due.length < peopleAtOnce) break;
  }
  if (refilled > 0) log.info({ refilled }, "Given plans refilled");
  return refilled;
}
