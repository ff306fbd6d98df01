import type { NotificationSettings } from "#notices/contract/notifications.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import {
  getNotificationSettings,
  updateNotificationColumns,
} from "./notification-settings-queries.ts";

/** The own notification settings. */
export async function readNotificationSettings({
  db,
  session,
}: SignedInContext): Promise<NotificationSettings> {
  return await getNotificationSettings(db, session.person.id);
}

/** Sets the three switches; they apply to emails queued from now on. */
export async function updateNotificationSettings(
  { db, session, now }: SignedInContext,
  input: NotificationSettings,
): Promise<NotificationSettings> {
  await updateNotificationColumns(db, session.person.id, input, now());
  return input;
}
