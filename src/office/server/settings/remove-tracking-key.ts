import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeTrackingKey } from "./change-tracking-key.ts";

/**
 * Deletes the saved tracking key. From then on every server uses the key of the environment, else the tracking sandbox
 * or no provider. Throws `conflict` (another version than expected) and `not_found` (nothing is saved).
 */
export async function removeTrackingKey(
  context: SignedInContext,
  { version }: { readonly version: number },
): Promise<SettingsRecord> {
  const change = { action: "settings.removeTrackingKey", apiKey: null, version } as const;
  return await changeTrackingKey(context, change);
}
