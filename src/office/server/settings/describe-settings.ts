import type { SettingsRecord } from "#platform/contract/settings.ts";
import type { Config } from "#platform/server/config.ts";
import { describeAccess } from "#money/server/settings/payment-access.ts";
import { describeTrackingAccess } from "#tracking/server/settings/tracking-access.ts";
import type { StoredSettings } from "#platform/server/settings/stored-settings.ts";

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
