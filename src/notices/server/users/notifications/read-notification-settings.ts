import type { NotificationSettings } from "#notices/contract/notification-settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { getNotificationSettings } from "./notification-queries.ts";

/** The own notification settings. */
export async function readNotificationSettings({
  db,
  session,
}: SignedInContext): Promise<NotificationSettings> {
  return await getNotificationSettings(db, session.person.id);
}
