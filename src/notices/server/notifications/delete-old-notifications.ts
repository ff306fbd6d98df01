import { addDays } from "#platform/rules/calendar.ts";
import { notificationRetentionDays } from "#notices/rules/inbox.ts";
import type { AppServices } from "#platform/server/context.ts";
import { deleteNotificationsBefore } from "./inbox-queries.ts";

/** Rows of one statement, so that none holds its locks for long. */
const batchRows = 5_000;

/** Deletes notifications older than 90 days, read or not; a recurring job. */
export async function deleteOldNotifications({
  db,
  now,
}: Pick<AppServices, "db" | "now">): Promise<void> {
  const before = addDays(now(), -notificationRetentionDays);
  while ((await deleteNotificationsBefore(db, before, batchRows)) === batchRows);
}
