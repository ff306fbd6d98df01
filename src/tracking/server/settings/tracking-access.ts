// The tracking provider's key: saved by an admin in the database, or taken from the environment.
import type { TrackingAccessFacts } from "#platform/contract/settings.ts";
import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/open.ts";
import { decrypt, encrypt } from "#platform/server/encryption.ts";
import { saveEncryptedAccess, type StoredSettings } from "#platform/server/settings/settings.ts";

const purpose = "tracking-key";

type StoredKey = Pick<StoredSettings, "trackingKeyEncrypted" | "trackingVersion">;

/** The saved key; undefined when none is saved or it was encrypted under another SECRET. */
export function findSavedTrackingKey(
  { secret }: Pick<Config, "secret">,
  { trackingKeyEncrypted }: Pick<StoredSettings, "trackingKeyEncrypted">,
): string | undefined {
  if (trackingKeyEncrypted === null) return undefined;
  try {
    return decrypt(secret, purpose, trackingKeyEncrypted).toString();
  } catch {
    return undefined;
  }
}

/** Stores the key encrypted, or deletes it with null. */
export async function storeTrackingKey(
  db: Db,
  { secret }: Pick<Config, "secret">,
  apiKey: string | null,
  now: Date,
): Promise<void> {
  await saveEncryptedAccess(
    db,
    "tracking",
    apiKey === null ? null : encrypt(secret, purpose, apiKey),
    now,
  );
}

function sourceOf(
  { tracking, hasTrackingSandbox }: Config,
  stored: StoredKey,
  saved: string | undefined,
): TrackingAccessFacts["source"] {
  if (stored.trackingKeyEncrypted !== null) return saved === undefined ? "unreadable" : "settings";
  if (tracking.apiKey !== null) return "environment";
  return hasTrackingSandbox ? "sandbox" : "none";
}

/** The access without its key, of which only the last four characters are shown. */
export function describeTrackingAccess(config: Config, stored: StoredKey): TrackingAccessFacts {
  const saved = findSavedTrackingKey(config, stored);
  const source = sourceOf(config, stored, saved);
  const key =
    source === "settings" ? saved : source === "environment" ? config.tracking.apiKey : null;
  return { source, keyLastFour: key?.slice(-4) ?? null, version: stored.trackingVersion };
}
