import type { SettingName } from "#platform/rules/setting.ts";
import type { Db } from "#platform/server/db/open.ts";
import { getSettings } from "./settings-queries.ts";

export type NotificationSetting = Extract<
  SettingName,
  "shipmentNotifications" | "paymentNotifications"
>;

/** Whether emails of this kind are sent at all; each user's own notification settings come on top. */
export async function areNotificationsEnabled(
  db: Db,
  setting: NotificationSetting,
): Promise<boolean> {
  return (await getSettings(db))[setting];
}
