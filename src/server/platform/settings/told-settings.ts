// Turns the settings as they are kept into what staff are shown of them.
import type { PlatformSettings } from "#contract/platform-settings.ts";
import type { KeptSettings } from "./store.ts";

/** The switches alone: nothing that is sealed. */
export function toldSettings(kept: KeptSettings): PlatformSettings {
  const { allowNewRegistrations, maintenanceMode, shipmentNotifications, paymentNotifications } =
    kept;
  return { allowNewRegistrations, maintenanceMode, shipmentNotifications, paymentNotifications };
}
