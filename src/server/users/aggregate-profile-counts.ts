// Adds up the changes to the counts of accounts, so that reading them stays short; a recurring job.
import type { AppServices } from "#server/context.ts";
import { aggregateCountChanges } from "./user-queries.ts";

const changesAtOnce = 50_000;

/**
 * Moves what the triggers noted since the last time into the counts. Readers see the same sums before, during and
 * after it. Returns how many changes it moved.
 */
export async function aggregateProfileCounts({ db }: Pick<AppServices, "db">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const now = await aggregateCountChanges(db, changesAtOnce);
    aggregated += now;
    if (now < changesAtOnce) return aggregated;
  }
}
