// Begins the next month of complimentary plans; a recurring job.
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { lockPlanProfile } from "#money/server/plans/subscription-queries.ts";
import { beginComplimentaryMonth } from "./begin-complimentary-month.ts";
import { findComplimentaryMonth, listUserIdsDueForRefill } from "./complimentary-queries.ts";

const batchSize = 200;

/**
 * Refills every complimentary plan whose month is over, and returns how many were refilled. Each month is filled once,
 * whatever runs at the same time and whatever the clock does; months that passed while no server ran are skipped.
 */
export async function refillComplimentaryPlans({
  db,
  now,
  log,
}: Pick<AppServices, "db" | "now" | "log">): Promise<number> {
  let refilled = 0;
  for (;;) {
    const userIds = await listUserIdsDueForRefill(db, now(), batchSize);
    for (const userId of userIds) {
      const isRefilled = await atomically(db, async (inner) => {
        await lockPlanProfile(inner, userId);
        const month = await findComplimentaryMonth(inner, userId);
        if (month === undefined || month.endsAt > now()) return false;
        const { plan, complimentaryFrom } = month;
        return await beginComplimentaryMonth(inner, { userId, plan, complimentaryFrom }, now());
      });
      if (isRefilled) refilled += 1;
    }
    if (userIds.length < batchSize) break;
  }
  if (refilled > 0) log.info({ refilled }, "Complimentary plans refilled");
  return refilled;
}
