// Adds the recorded changes to the counts of packages, so that reading counts stays fast; a recurring job.
import type { AppServices } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { aggregateCountChanges, deleteEmptyCounts } from "./job-queries.ts";

const batchSize = 50_000;

/**
 * Adds the changes that the triggers recorded since the last run to the counts, and returns how many there were. Readers
 * get the same sums before, during and after it, and it does not block changes of packages.
 */
export async function aggregatePackageCounts({
  db,
  log,
}: Pick<AppServices, "db" | "log">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const added = await atomically(db, (inner) => aggregateCountChanges(inner, batchSize));
    aggregated += added;
    if (added < batchSize) break;
  }
  if (aggregated === 0) return 0;
  await deleteEmptyCounts(db);
  log.debug({ aggregated }, "Package counts aggregated");
  return aggregated;
}
