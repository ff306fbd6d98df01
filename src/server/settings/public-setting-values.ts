// Turns the settings as they are kept into what staff are shown of them.
import type { SettingsRecord } from "#contract/settings.ts";
import type { Config } from "#server/config.ts";
import { describeAccess } from "./payment-access.ts";
import type { StoredSettings } from "./settings-queries.ts";

/** The switches, and of the payment access what may be told. */
export function publicSettingValues(config: Config, stored: StoredSettings): SettingsRecord {
  const { allowNewRegistrations, maintenanceMode, shipmentNotifications, paymentNotifications } =
    stored;
  return {
    allowNewRegistrations,
    maintenanceMode,
    shipmentNotifications,
    paymentNotifications,
    payment: describeAccess(config, stored),
  };
}
