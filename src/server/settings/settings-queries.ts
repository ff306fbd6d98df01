// The SQL about the platform's settings, which are one row.
import type { SettingName } from "#contract/settings.ts";
import type { Db } from "#server/db/open.ts";

/** The settings as they are kept; the payment access is sealed. */
export type StoredSettings = Readonly<Record<SettingName, boolean>> & {
  readonly paymentAccessEncrypted: Buffer | null;
  readonly paymentVersion: number;
};

const columns = {
  allowNewRegistrations: "allowNewRegistrations",
  maintenanceMode: "maintenanceMode",
  shipmentNotifications: "shipmentNotifications",
  paymentNotifications: "paymentNotifications",
} as const satisfies Record<SettingName, string>;

function select(db: Db) {
  return db
    .selectFrom("settings")
    .select([
      "allowNewRegistrations",
      "maintenanceMode",
      "shipmentNotifications",
      "paymentNotifications",
      "paymentAccessEncrypted",
      "paymentVersion",
    ]);
}

/** The settings as they are now. */
export async function selectSettings(db: Db): Promise<StoredSettings> {
  return await select(db).executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends. */
export async function lockSettings(db: Db): Promise<StoredSettings> {
  return await select(db).forUpdate().executeTakeFirstOrThrow();
}

/** Turns one switch. */
export async function updateSwitch(
  db: Db,
  setting: SettingName,
  isEnabled: boolean,
  now: Date,
): Promise<void> {
  await db
    .updateTable("settings")
    .set({ [columns[setting]]: isEnabled, updatedAt: now })
    .execute();
}

/** Keeps the sealed payment access, or forgets it; either way under the next version. */
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
