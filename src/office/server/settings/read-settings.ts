import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeSettings } from "./describe-settings.ts";
import { readStoredSettings } from "#platform/server/settings/stored-settings.ts";

/** Reads the database, not the cache. */
export async function readSettings({ config, db }: SignedInContext): Promise<SettingsRecord> {
  return describeSettings(config, await readStoredSettings(db));
}
