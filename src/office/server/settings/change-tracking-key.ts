import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeSettings } from "./describe-settings.ts";
import { lockStoredSettings } from "#platform/server/settings/stored-settings.ts";
import {
  describeTrackingAccess,
  storeTrackingKey,
} from "#tracking/server/settings/tracking-access.ts";

/**
 * Stores the tracking provider's key, or removes the saved one with null; every server applies it within a second.
 * Throws `conflict` (another version than expected), and `not_found` where there is none to remove.
 */
export async function changeTrackingKey(
  context: SignedInContext,
  change: {
    readonly action: "settings.saveTrackingKey" | "settings.removeTrackingKey";
    readonly apiKey: string | null;
    readonly version: number;
  },
): Promise<SettingsRecord> {
  const { action, apiKey, version } = change;
  const { config, now } = context;
  const settings = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    if (before.trackingVersion !== version) throw apiError("conflict");
    if (apiKey === null && before.trackingKeyEncrypted === null) throw apiError("not_found");
    await storeTrackingKey(db, config, apiKey, now());
    const after = await lockStoredSettings(db);
    await recordAdminAction(context, db, {
      action,
      target: "tracking",
      before: describeTrackingAccess(config, before),
      after: describeTrackingAccess(config, after),
    });
    return describeSettings(config, after);
  });
  context.settings.invalidate();
  context.log.info({ action, source: settings.tracking.source }, "Tracking key changed");
  return settings;
}
