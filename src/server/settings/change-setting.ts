// Lets staff turn one of the platform's switches.
import type { SettingsRecord, SettingName } from "#contract/settings.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockStoredSettings, turnSwitch } from "./setting-switches.ts";
import { publicSettingValues } from "./public-setting-values.ts";

/**
 * Turns the switch, which this server obeys from its next request on and every other one within a second. Turning it
 * to where it stands already, as when somebody else was quicker, changes nothing and leaves no entry in the audit log.
 */
export async function changeSetting(
  context: SignedInContext,
  input: { readonly setting: SettingName; readonly isEnabled: boolean },
): Promise<SettingsRecord> {
  const { setting, isEnabled } = input;
  const now = context.now();
  const notified = await atomically(context.db, async (db) => {
    const before = publicSettingValues(context.config, await lockStoredSettings(db));
    if (before[setting] === isEnabled) return before;
    await turnSwitch(db, { setting, isEnabled, now });
    await recordAdminAction(db, {
      actorId: context.session.person.id,
      action: "settings.changeSetting",
      target: setting,
      before: { isEnabled: before[setting] },
      after: { isEnabled },
      ipAddress: context.ipAddress,
      now,
    });
    return { ...before, [setting]: isEnabled };
  });
  context.settings.clear();
  context.log.info({ setting, isEnabled }, "Setting changed");
  return notified;
}
