import type { SettingsRecord } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import { describeAccess } from "./payment-access.ts";
import { describeTrackingAccess } from "./tracking-access.ts";
import type { StoredSettings } from "./stored-settings.ts";

/** The settings as admins see them: without secrets. */
export function describeSettings(config: Config, stored: StoredSettings): SettingsRecord {
  const {
    paymentAccessEncrypted: _payment,
    paymentVersion: _paymentVersion,
    trackingKeyEncrypted: _tracking,
    trackingVersion: _trackingVersion,
    ...switches
  } = stored;
  return {
    ...switches,
    payment: describeAccess(config, stored),
    tracking: describeTrackingAccess(config, stored),
  };
}
