// The SQL of the switches that say what a person wants to be written about.
import type { NotificationSettings } from "#contract/users.ts";
import type { Db } from "#server/db/open.ts";

export async function selectSwitches(db: Db, userId: string): Promise<NotificationSettings> {
  return await db
    .selectFrom("profiles")
    .select(["emailNotifications", "shipmentUpdates", "marketingEmails"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
}

export async function updateSwitches(
  db: Db,
  userId: string,
  settings: NotificationSettings,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({
      emailNotifications: settings.emailNotifications,
      shipmentUpdates: settings.shipmentUpdates,
      marketingEmails: settings.marketingEmails,
      updatedAt: now,
    })
    .where("id", "=", userId)
    .execute();
}
