// The SQL about which notifications a customer turned off.
import type { NotificationSettings } from "#notices/contract/notifications.ts";
import type { OptionalChannel, TurnedOffKind } from "#notices/rules/notification.ts";
import type { Db } from "#platform/server/db/open.ts";
import { sql } from "kysely";
import type { EmailAccount } from "#platform/server/emails/email.ts";

export type TurnedOff = { readonly kind: TurnedOffKind; readonly channel: OptionalChannel };

/** What a user turned off. */
export async function listTurnedOff(db: Db, userId: string): Promise<TurnedOff[]> {
  return await db
    .selectFrom("notificationPreferences")
    .select(["kind", "channel"])
    .where("userId", "=", userId)
    .orderBy("kind")
    .orderBy("channel")
    .execute();
}

/** Turns kinds off in a channel; those that are off already stay so. */
export async function insertTurnedOff(
  db: Db,
  userId: string,
  kinds: readonly TurnedOffKind[],
  channel: OptionalChannel,
): Promise<void> {
  await db
    .insertInto("notificationPreferences")
    .values(kinds.map((kind) => ({ userId, kind, channel })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Turns a kind on in a channel. */
export async function deleteTurnedOff(
  db: Db,
  userId: string,
  { kind, channel }: TurnedOff,
): Promise<void> {
  await db
    .deleteFrom("notificationPreferences")
    .where("userId", "=", userId)
    .where("kind", "=", kind)
    .where("channel", "=", channel)
    .execute();
}

/** Turns one of the specified switches off. */
export async function updateSwitchOff(
  db: Db,
  userId: string,
  switchName: keyof NotificationSettings,
  now: Date,
): Promise<void> {
  await db
    .updateTable("profiles")
    .set({ [switchName]: false, updatedAt: now })
    .where("id", "=", userId)
    .execute();
}

/** The accounts of addresses; those without one are left out. */
export async function listEmailAccounts(
  db: Db,
  addresses: readonly string[],
): Promise<EmailAccount[]> {
  return await db
    .selectFrom("profiles")
    .select(["email", "emailNotifications", "shipmentUpdates", "marketingEmails", "closedAt"])
    .select(
      sql<string[]>`array(
        select kind from notification_preferences where user_id = profiles.id and channel = 'email'
      )`.as("turnedOff"),
    )
    .select("language")
    .where("email", "=", sql<string>`any(${addresses}::text[])`)
    .execute();
}

/** The account of this address, if any. */
export async function findAccountOfAddress(db: Db, recipient: string): Promise<string | undefined> {
  const profile = await db
    .selectFrom("profiles")
    .select("id")
    .where("email", "=", recipient)
    .executeTakeFirst();
  return profile?.id;
}

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
