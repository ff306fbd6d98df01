// Shows staff the platform's settings.
import type { PlatformSettings } from "#contract/platform-settings.ts";
import type { SignedInContext } from "#server/context.ts";
import { readKeptSettings } from "./settings/switches.ts";
import { toldSettings } from "./settings/told-settings.ts";

/** The settings as the database has them now. */
export async function readSettings({ config, db }: SignedInContext): Promise<PlatformSettings> {
  return toldSettings(config, await readKeptSettings(db));
}
