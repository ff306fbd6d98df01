import type { NotificationSettings } from "#notices/contract/notification-settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { updateNotificationColumns } from "./notification-queries.ts";

/** Sets the three switches; they apply to emails queued from now on. */
export async function updateNotificationSettings(
  { db, session, now }: SignedInContext,
  input: NotificationSettings,
): Promise<NotificationSettings> {
  await updateNotificationColumns(db, session.person.id, input, now());
  return input;
}
