import type { SettingsRecord } from "#contract/settings.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeSettings } from "./describe-settings.ts";
import { readStoredSettings } from "./stored-settings.ts";

/** Reads the database, not the cache. */
export async function readSettings({ config, db }: SignedInContext): Promise<SettingsRecord> {
  return describeSettings(config, await readStoredSettings(db));
}
