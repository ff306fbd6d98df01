// Removes the records of letters after a month: they name people and serve no purpose any more.
import type { Db } from "#server/db/open.ts";
import { deleteEmailsBefore } from "./email-queries.ts";

const retentionMilliseconds = 30 * 24 * 60 * 60 * 1000;

/** Removes letters made more than 30 days ago, sent or not, and returns how many. */
export async function deleteOldEmails(parts: { db: Db; now: () => Date }): Promise<number> {
  return deleteEmailsBefore(parts.db, new Date(parts.now().getTime() - retentionMilliseconds));
}
