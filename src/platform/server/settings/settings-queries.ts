// The settings are one row.
import type { SettingName } from "#platform/rules/setting.ts";
import type { Db } from "#platform/server/db/open.ts";

export type StoredSettings = Readonly<Record<SettingName, boolean>> & {
  readonly paymentAccessEncrypted: Buffer | null;
  readonly paymentVersion: number;
  readonly trackingKeyEncrypted: Buffer | null;
  readonly trackingVersion: number;
};

function settings(db: Db) {
  return db
    .selectFrom("settings")
    .select([
      "allowNewRegistrations",
      "maintenanceMode",
      "shipmentNotifications",
      "paymentNotifications",
      "paymentAccessEncrypted",
      "paymentVersion",
      "trackingKeyEncrypted",
      "trackingVersion",
    ]);
}

/** Reads the database, past this server's cache. */
export async function getSettings(db: Db): Promise<StoredSettings> {
  return await settings(db).executeTakeFirstOrThrow();
}

/** Locks the row until the transaction ends, so that two changes come one after the other. */
export async function lockSettings(db: Db): Promise<StoredSettings> {
  return await settings(db).forUpdate().executeTakeFirstOrThrow();
}

export async function updateSwitch(
  db: Db,
  { setting, isEnabled, now }: { setting: SettingName; isEnabled: boolean; now: Date },
): Promise<void> {
  await db
    .updateTable("settings")
    .set({ [setting]: isEnabled, updatedAt: now })
    .execute();
}

/** Stores or, with null, clears the encrypted payment access, and increases its version. */
export async function updatePaymentAccess(
  db: Db,
  ciphertext: Buffer | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("settings")
    .set({ paymentAccessEncrypted: ciphertext, updatedAt: now })
    .set((row) => ({ paymentVersion: row("paymentVersion", "+", 1) }))
    .execute();
}

/** Stores or, with null, clears the encrypted tracking key, and increases its version. */
export async function updateTrackingKey(
  db: Db,
  ciphertext: Buffer | null,
  now: Date,
): Promise<void> {
  await db
    .updateTable("settings")
    .set({ trackingKeyEncrypted: ciphertext, updatedAt: now })
    .set((row) => ({ trackingVersion: row("trackingVersion", "+", 1) }))
    .execute();
}
