import type { SettingsRecord } from "#platform/contract/settings.ts";
import { apiError } from "#platform/contract/errors.ts";
import { checkTrackingKey } from "#tracking/server/adapters/tracking/check-tracking-key.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeTrackingKey } from "./change-tracking-key.ts";
import { readStoredSettings } from "#platform/server/settings/stored-settings.ts";

/**
 * Stores the tracking provider's key, encrypted. It takes precedence over that of the environment, and every server uses
 * it within a second. Nothing is changed when the provider does not accept the key.
 *
 * Throws `conflict` (another version than expected), `invalid_tracking_key`, `tracking_key_rejected` and
 * `tracking_provider_unreachable`.
 */
export async function saveTrackingKey(
  context: SignedInContext,
  input: { readonly apiKey: string; readonly version: number },
): Promise<SettingsRecord> {
  const { apiBase } = context.config.tracking;
  const apiKey = input.apiKey.trim();
  const stored = await readStoredSettings(context.db);
  if (stored.trackingVersion !== input.version) throw apiError("conflict");
  // A header holds no other characters.
  if (!/^[\x21-\x7e]{8,}$/.test(apiKey)) throw apiError("invalid_tracking_key");
  const check = await checkTrackingKey({ apiKey, apiBase });
  if (check === "rejected") throw apiError("tracking_key_rejected");
  if (check === "unavailable") throw apiError("tracking_provider_unreachable");
  const { version } = input;
  return await changeTrackingKey(context, { action: "settings.saveTrackingKey", apiKey, version });
}
