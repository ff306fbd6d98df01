// The settings as they are stored, for the modules that keep an access of their own among them.
import type { SettingName } from "#platform/rules/setting.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  getSettings,
  lockSettings,
  updatePaymentAccess,
  updateSwitch,
  updateTrackingKey,
  type StoredSettings,
} from "./settings-queries.ts";

export type { StoredSettings };

/** Reads the database, past this server's cache. */
export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  return await getSettings(db);
}

/** Locks them until the transaction ends, so that two changes come one after the other. */
export async function lockStoredSettings(db: Db): Promise<StoredSettings> {
  return await lockSettings(db);
}

/** Turns a setting on or off. */
export async function saveSwitch(
  db: Db,
  change: { readonly setting: SettingName; readonly isEnabled: boolean; readonly now: Date },
): Promise<void> {
  await updateSwitch(db, change);
}

/** Stores an encrypted access or, with null, clears it, and increases its version. */
export async function saveEncryptedAccess(
  db: Db,
  of: "payment" | "tracking",
  ciphertext: Buffer | null,
  now: Date,
): Promise<void> {
  if (of === "payment") await updatePaymentAccess(db, ciphertext, now);
  else await updateTrackingKey(db, ciphertext, now);
}
