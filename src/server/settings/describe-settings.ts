import type { SettingsRecord } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import { describeAccess } from "./payment-access.ts";
import type { StoredSettings } from "./settings-queries.ts";

/** The settings as admins see them: without secrets. */
export function describeSettings(config: Config, stored: StoredSettings): SettingsRecord {
  const { paymentAccessEncrypted: _encrypted, paymentVersion: _version, ...switches } = stored;
  return { ...switches, payment: describeAccess(config, stored) };
}
