import type { Config } from "#platform/server/config.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findSavedAccess, type PaymentAccess } from "#money/server/settings/payment-access.ts";
import { readStoredSettings } from "#platform/server/settings/stored-settings.ts";
import { findSavedTrackingKey } from "#tracking/server/settings/tracking-access.ts";

/** The keys that an admin saved, for commands; null where none is, or it was encrypted under another SECRET. */
export async function readSavedKeys(
  db: Db,
  config: Config,
): Promise<{
  readonly trackingKey: string | null;
  readonly paymentAccess: PaymentAccess | null;
}> {
  const stored = await readStoredSettings(db);
  return {
    trackingKey: findSavedTrackingKey(config, stored),
    paymentAccess: findSavedAccess(config, stored),
  };
}
