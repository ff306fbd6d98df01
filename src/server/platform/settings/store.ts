// The SQL about the platform's settings, which are one row.
import type { SettingName } from "#contract/platform-settings.ts";
import type { Db } from "#server/db/open.ts";

/** The settings as they are kept; the payment access is sealed. */
export type KeptSettings = Readonly<Record<SettingName, boolean>> & {
  readonly paymentAccessEncrypted: Buffer | null;
  readonly paymentVersion: number;
};

const columns = {
  allowNewRegistrations: "allow_new_registrations",
  maintenanceMode: "maintenance_mode",
  shipmentNotifications: "shipment_notifications",
  paymentNotifications: "payment_notifications",
} as const satisfies Record<SettingName, string>;

function select(db: Db) {
  return db
    .selectFrom("platform_settings")
    .select([
      "allow_new_registrations as allowNewRegistrations",
      "maintenance_mode as maintenanceMode",
      "shipment_notifications as shipmentNotifications",
      "payment_notifications as paymentNotifications",
      "payment_access_encrypted as paymentAccessEncrypted",
      "payment_version as paymentVersion",
    ]);
}

/** The settings as they are now. */
export async function selectSettings(db: Db): Promise<KeptSettings> {
  return await select(db).executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends. */
export async function lockSettings(db: Db): Promise<KeptSettings> {
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
    .updateTable("platform_settings")
    .set({ [columns[setting]]: isEnabled, updated_at: now })
    .execute();
}

/** Keeps the sealed payment access, or forgets it; either way under the next version. */
export async function updatePaymentAccess(db: Db, sealed: Buffer | null, now: Date): Promise<void> {
  await db
    .updateTable("platform_settings")
    .set({ payment_access_encrypted: sealed, updated_at: now })
    .set((row) => ({ payment_version: row("payment_version", "+", 1) }))
    .execute();
}
