// Reads the own notification switches.
import type { NotificationSettings } from "#contract/users.ts";
import type { SignedInContext } from "#server/context.ts";
import { readSwitches } from "./notification-switches.ts";

/** What whoever is signed in wants to be written about. */
export async function readNotificationSettings({
  db,
  session,
}: SignedInContext): Promise<NotificationSettings> {
  return await readSwitches(db, session.person.id);
}
