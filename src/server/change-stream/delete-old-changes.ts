// Removes what was noted of changes long ago: pages that were away for so long load everything anew.
import type { Db } from "#server/db/open.ts";
import { removedAfterSeconds } from "./retention.ts";
import { deleteChangesOlderThan } from "./change-queries.ts";

/** Removes what was noted more than two hours ago, and returns how many rows. */
export async function deleteOldChanges({ db }: { db: Db }): Promise<number> {
  return await deleteChangesOlderThan(db, removedAfterSeconds);
}
