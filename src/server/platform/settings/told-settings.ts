// Turns the settings as they are kept into what staff are shown of them.
import type { PlatformSettings } from "#contract/platform-settings.ts";
import type { Config } from "#server/config.ts";
import { describeAccess } from "./payment-access.ts";
import type { KeptSettings } from "./store.ts";

/** The switches, and of the payment access what may be told. */
export function toldSettings(config: Config, kept: KeptSettings): PlatformSettings {
  const { allowNewRegistrations, maintenanceMode, shipmentNotifications, paymentNotifications } =
    kept;
  return {
    allowNewRegistrations,
    maintenanceMode,
    shipmentNotifications,
    paymentNotifications,
    payment: describeAccess(config, kept),
  };
}
