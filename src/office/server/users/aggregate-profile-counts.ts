import type { AppServices } from "#platform/server/context.ts";
import { aggregateCountChanges } from "./user-list-queries.ts";

const batchSize = 50_000;

/**
 * Recurring job: adds the changes that triggers have recorded to the counts of accounts, so that summing them stays
 * fast. Readers see the same sums before, during and after it. Returns how many changes it added.
 */
export async function aggregateProfileCounts({ db }: Pick<AppServices, "db">): Promise<number> {
  let aggregated = 0;
  for (;;) {
    const count = await aggregateCountChanges(db, batchSize);
    aggregated += count;
    if (count < batchSize) return aggregated;
  }
}
