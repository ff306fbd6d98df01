import { t } from "#ui/web/i18n/messages.tsx";

/** What the API calls devices and browsers that have no name of their own. */
const deviceIds = {
  "Android phone": "security.device.androidPhone",
  "Android tablet": "security.device.androidTablet",
  "Linux PC": "security.device.linux",
  "Unknown browser": "security.device.unknownBrowser",
  "Unknown device": "security.device.unknown",
  "Windows PC": "security.device.windows",
} as const;

function deviceText(name: string): string {
  return name in deviceIds ? t(deviceIds[name as keyof typeof deviceIds]) : name;
}

/** A browser and its device, such as "Safari 17 on iPhone". */
export function deviceName(named: { readonly browser: string; readonly device: string }): string {
  return t("security.sessions.device", {
    browser: deviceText(named.browser),
    device: deviceText(named.device),
  });
}
