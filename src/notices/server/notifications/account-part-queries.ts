import type { Db } from "#platform/server/db/open.ts";

/** Deletes what a user was notified of, and what they turned off. */
export async function eraseNotifications(db: Db, userId: string): Promise<void> {
  await db.deleteFrom("notifications").where("userId", "=", userId).execute();
  await db.deleteFrom("notificationPreferences").where("userId", "=", userId).execute();
}
