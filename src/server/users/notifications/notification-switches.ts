// The three switches of a person's notification settings.
import type { NotificationSettings } from "#contract/users.ts";
import type { Db } from "#server/db/open.ts";
import { selectSwitches, updateSwitches } from "./notification-queries.ts";

/** What this person wants to be written about. */
export async function readSwitches(db: Db, userId: string): Promise<NotificationSettings> {
  return await selectSwitches(db, userId);
}

/** Sets all three. */
export async function setSwitches(
  db: Db,
  userId: string,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  await updateSwitches(db, userId, settings, now);
}
