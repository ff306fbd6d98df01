import type { NotificationSettings } from "#notices/contract/notifications.ts";
import type { Db } from "#platform/server/db/open.ts";

export async function getNotificationSettings(
  db: Db,
  userId: string,
): Promise<NotificationSettings> {
  return await db
    .selectFrom("profiles")
    .select(["emailNotifications", "shipmentUpdates", "marketingEmails"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function updateNotificationColumns(
  db: Db,
  userId: string,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ ...settings, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}
