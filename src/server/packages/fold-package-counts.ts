// Adds up the changes to the counts of packages, so that reading them stays short; a recurring job.
import type { Parts } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { deleteEmptyCounts, foldCountChanges } from "./counts/store.ts";

const changesAtOnce = 50_000;

/**
 * Moves what the triggers noted since the last time into the counts. Readers see the same sums before, during and
 * after it, and whoever changes packages meanwhile does not wait. Returns how many changes it moved.
 */
export async function foldPackageCounts({ db, log }: Pick<Parts, "db" | "log">): Promise<number> {
  let folded = 0;
  for (;;) {
    const now = await atomically(db, (inner) => foldCountChanges(inner, changesAtOnce));
    folded += now;
    if (now < changesAtOnce) break;
  }
  if (folded === 0) return 0;
  await deleteEmptyCounts(db);
  log.debug({ folded }, "Counts of packages added up");
  return folded;
}
