import type { AppServices } from "#platform/server/context.ts";
import { deleteAttemptsBefore } from "./attempt-queries.ts";
import { windowStart } from "./count-attempt.ts";
import { limitNames } from "./attempt-limits.ts";

/**
 * Deletes attempts that no limit counts any more, and returns how many; a recurring job. A bucket is named after an account,
 * an address or a network, and is otherwise emptied only by its next attempt.
 */
export async function deleteOldAttempts({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  const starts = limitNames.map((limitName) => windowStart(limitName, now()).getTime());
  return await deleteAttemptsBefore(db, new Date(Math.min(...starts)));
}
