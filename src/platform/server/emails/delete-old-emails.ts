import { addDays } from "#platform/rules/calendar.ts";
import type { AppServices } from "#platform/server/context.ts";
import { deleteEmailsBefore } from "./email-queries.ts";

/** Emails name people, and nothing needs them for longer. */
const retentionDays = 30;

/** Deletes emails older than 30 days, sent or not, and returns how many; a recurring job. */
export async function deleteOldEmails({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<number> {
  return await deleteEmailsBefore(db, addDays(now(), -retentionDays));
}
