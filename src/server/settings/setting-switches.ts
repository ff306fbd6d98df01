// The switches of the platform, for the operations that read and turn them.
import type { SettingName } from "#contract/settings.ts";
import type { Db } from "#server/db/open.ts";
import {
  lockSettings,
  selectSettings,
  updateSwitch,
  type StoredSettings,
} from "./settings-queries.ts";

/** The settings as they are now, past what this server remembers. */
export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  return await selectSettings(db);
}

/** The same, locked until the transaction ends, so that two changes come one after the other. */
export async function lockStoredSettings(db: Db): Promise<StoredSettings> {
  return await lockSettings(db);
}

/** Turns one switch. */
export async function turnSwitch(
  db: Db,
  turned: { readonly setting: SettingName; readonly isEnabled: boolean; readonly now: Date },
): Promise<void> {
  await updateSwitch(db, turned.setting, turned.isEnabled, turned.now);
}
