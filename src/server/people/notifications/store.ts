// The SQL of the switches that say what a person wants to be written about.
import type { NotificationSettings } from "#contract/own-account.ts";
import type { Db } from "#server/db/open.ts";

export async function selectSwitches(db: Db, userId: string): Promise<NotificationSettings> {
  return await db
    .selectFrom("profiles")
    .select([
      "email_notifications as emailNotifications",
      "shipment_updates as shipmentUpdates",
      "marketing_emails as marketingEmails",
    ])
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
      email_notifications: settings.emailNotifications,
      shipment_updates: settings.shipmentUpdates,
      marketing_emails: settings.marketingEmails,
      updated_at: now,
    })
    .where("id", "=", userId)
    .execute();
}
