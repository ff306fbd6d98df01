// Changes the own notification switches.
import type { NotificationSettings } from "#contract/users.ts";
import type { SignedInContext } from "#server/context.ts";
import { setSwitches } from "./notification-switches.ts";

/** Sets all three; letters that are written from now on obey them. */
export async function updateNotificationSettings(
  { db, session, now }: SignedInContext,
  input: NotificationSettings,
): Promise<NotificationSettings> {
  await setSwitches(db, session.person.id, input, now());
  return input;
}
