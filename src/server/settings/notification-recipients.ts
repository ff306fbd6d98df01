// Says whether a kind of letters goes out at all, by the platform's switches.
import type { SettingName } from "#contract/settings.ts";
import type { Db } from "#server/db/open.ts";
import { selectSettings } from "./settings-queries.ts";

/** The platform's switches for letters. */
export type NotificationSwitch = Extract<
  SettingName,
  "shipmentNotifications" | "paymentNotifications"
>;

/** Whether letters of this kind are written at this moment, for whoever wants them. */
export async function areEmailsWritten(db: Db, name: NotificationSwitch): Promise<boolean> {
  return (await selectSettings(db))[name];
}
