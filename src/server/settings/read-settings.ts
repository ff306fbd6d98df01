// Shows staff the platform's settings.
import type { SettingsRecord } from "#contract/settings.ts";
import type { SignedInContext } from "#server/context.ts";
import { readStoredSettings } from "./setting-switches.ts";
import { publicSettingValues } from "./public-setting-values.ts";

/** The settings as the database has them now. */
export async function readSettings({ config, db }: SignedInContext): Promise<SettingsRecord> {
  return publicSettingValues(config, await readStoredSettings(db));
}
