import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { SettingName } from "#platform/rules/setting.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeSettings } from "./describe-settings.ts";
import { lockStoredSettings, saveSwitch } from "#platform/server/settings/stored-settings.ts";

/**
 * This server applies the change from its next request on, every other one within a second. A setting that already has
 * the wanted value is left alone, without an entry in the audit log.
 */
export async function changeSetting(
  context: SignedInContext,
  input: { readonly setting: SettingName; readonly isEnabled: boolean },
): Promise<SettingsRecord> {
  const { setting, isEnabled } = input;
  const now = context.now();
  const settings = await atomically(context.db, async (db) => {
    const before = describeSettings(context.config, await lockStoredSettings(db));
    if (before[setting] === isEnabled) return before;
    await saveSwitch(db, { setting, isEnabled, now });
    await recordAdminAction(context, db, {
      action: "settings.changeSetting",
      target: setting,
      before: { isEnabled: before[setting] },
      after: { isEnabled },
    });
    return { ...before, [setting]: isEnabled };
  });
  context.settings.invalidate();
  context.log.info({ setting, isEnabled }, "Setting changed");
  return settings;
}
