import { t } from "./messages.ts";

/** What the API calls devices and browsers that have no name of their own. */
const deviceIds = {
  "Android phone": "users.device.androidPhone",
  "Android tablet": "users.device.androidTablet",
  "Linux PC": "users.device.linux",
  "Unknown browser": "users.device.unknownBrowser",
  "Unknown device": "users.device.unknown",
  "Windows PC": "users.device.windows",
} as const;

function deviceText(name: string): string {
  return name in deviceIds ? t(deviceIds[name as keyof typeof deviceIds]) : name;
}

/** A browser and its device, such as "Safari 17 on iPhone". */
export function deviceName(named: { readonly browser: string; readonly device: string }): string {
  return t("users.sessions.device", {
    browser: deviceText(named.browser),
    device: deviceText(named.device),
  });
}
