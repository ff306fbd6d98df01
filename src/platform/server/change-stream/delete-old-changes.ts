import type { Db } from "#platform/server/db/open.ts";
import { deleteChangesOlderThan } from "./change-queries.ts";
import { deletedAfterSeconds } from "./retention.ts";

/** Deletes changes older than two hours and returns how many; a recurring job. */
export async function deleteOldChanges({ db }: { db: Db }): Promise<number> {
  return await deleteChangesOlderThan(db, deletedAfterSeconds);
}
