import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkTrackingKey } from "#tracking/server/adapters/tracking/seventeen-track.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readStoredSettings, lockStoredSettings } from "#platform/server/settings/settings.ts";
import { atomically } from "#platform/server/db/open.ts";
import { describeSettings } from "./settings.ts";
import {
  describeTrackingAccess,
  storeTrackingKey,
} from "#tracking/server/settings/tracking-access.ts";

/**
 * Stores the tracking provider's key, encrypted. It takes precedence over that of the environment, and every server uses
 * it within a second. Nothing is changed when the provider does not accept the key.
 *
 * Throws `conflict` (another version than expected), `invalid_tracking_key`, `tracking_key_rejected` and
 * `tracking_provider_unreachable`.
 */
export async function saveTrackingKey(
  context: SignedInContext,
  input: { readonly apiKey: string; readonly expectedVersion: number },
): Promise<SettingsRecord> {
  const { apiBase } = context.config.tracking;
  const apiKey = input.apiKey.trim();
  const stored = await readStoredSettings(context.db);
  context.expects(stored.trackingVersion, describeSettings(context.config, stored));
  // A header holds no other characters.
  if (!/^[\x21-\x7e]{8,}$/.test(apiKey)) throw apiError("invalid_tracking_key");
  const check = await checkTrackingKey({ apiKey, apiBase });
  if (check === "rejected") throw apiError("tracking_key_rejected");
  if (check === "unavailable") throw apiError("tracking_provider_unreachable");
  return await changeTrackingKey(context, apiKey);
}

/**
 * Deletes the saved tracking key. From then on every server uses the key of the environment, else the tracking sandbox
 * or no provider. Throws `conflict` (another version than expected) and `not_found` (nothing is saved).
 */
export async function removeTrackingKey(context: SignedInContext): Promise<SettingsRecord> {
  return await changeTrackingKey(context, null);
}

/**
 * Stores the tracking provider's key, or removes the saved one with null; every server applies it within a second.
 * Throws `conflict` (another version than expected), and `not_found` where there is none to remove.
 */
async function changeTrackingKey(
  context: SignedInContext,
  apiKey: string | null,
): Promise<SettingsRecord> {
  const { config, now } = context;
  const settings = await atomically(context.db, async (db) => {
    const before = await lockStoredSettings(db);
    context.expects(before.trackingVersion, describeSettings(config, before));
    if (apiKey === null && before.trackingKeyEncrypted === null) throw apiError("not_found");
    await storeTrackingKey(db, config, apiKey, now());
    const after = await lockStoredSettings(db);
    const described = (stored: typeof before) => describeTrackingAccess(config, stored);
    const entry = { before: described(before), after: described(after) };
    await context.audit(entry, db);
    return describeSettings(config, after);
  });
  context.settings.invalidate();
  context.log.info({ source: settings.tracking.source }, "Tracking key changed");
  return settings;
}
