// Adds up the changes to the counts of accounts, so that reading them stays short; a recurring job.
import type { Parts } from "#server/context.ts";
import { foldCountChanges } from "./office/store.ts";

const changesAtOnce = 50_000;

/**
 * Moves what the triggers noted since the last time into the counts. Readers see the same sums before, during and
 * after it. Returns how many changes it moved.
 */
export async function foldProfileCounts({ db }: Pick<Parts, "db">): Promise<number> {
  let folded = 0;
  for (;;) {
    const now = await foldCountChanges(db, changesAtOnce);
    folded += now;
    if (now < changesAtOnce) return folded;
  }
}
