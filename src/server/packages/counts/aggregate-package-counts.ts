// Adds up the changes to the counts of packages, so that reading them stays short; a recurring job.
import type { AppServices } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { deleteEmptyCounts, aggregateCountChanges } from "./count-queries.ts";

const changesAtOnce = 50_000;

/**
 * Moves what the triggers noted since the last time into the counts. Readers see the same sums before, during and
 * after it, and whoever changes packages meanwhile does not wait. Returns how many changes it moved.
 */
export async function aggregatePackageCounts({
  db,
  log,
}: Pick<AppServices, "db" | "log">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const now = await atomically(db, (inner) => aggregateCountChanges(inner, changesAtOnce));
    aggregated += now;
    if (now < changesAtOnce) break;
  }
  if (aggregated === 0) return 0;
  await deleteEmptyCounts(db);
  log.debug({ aggregated }, "Counts of packages added up");
  return aggregated;
}
