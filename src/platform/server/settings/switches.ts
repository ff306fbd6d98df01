import { apiError } from "#platform/contract/errors.ts";
import { isStaff } from "#platform/rules/staff-role.ts";
import type { CurrentSession, AppServices } from "#platform/server/context.ts";
import type { SettingName } from "#platform/rules/setting.ts";
import type { Db } from "#platform/server/db/open.ts";
import { getSettings } from "./settings-queries.ts";

/**
 * Operations that stay available to everyone: signing in, which then admits staff alone; reading and ending one's own
 * session; and the settings by which an open page notices that maintenance is over.
 */
const openOperations: ReadonlySet<string> = new Set([
  "auth.signIn",
  "auth.signInAsAdmin",
  "auth.completeTwoFactor",
  "auth.readSession",
  "auth.refreshSession",
  "auth.signOut",
  "settings.readPublicSettings",
]);

/** Throws `maintenance` while maintenance mode is on, except for a session of staff. */
export async function rejectInMaintenance(
  { settings }: Pick<AppServices, "settings">,
  session: CurrentSession | null,
): Promise<void> {
  if (session !== null && isStaff(session.person)) return;
  const { maintenanceMode } = await settings.current();
  if (maintenanceMode) throw apiError("maintenance");
}

/** The same for the operation `area.verb`, unless it stays available to everyone. */
export async function rejectOperationInMaintenance(
  context: Pick<AppServices, "settings"> & { readonly session: CurrentSession | null },
  operation: string,
): Promise<void> {
  if (!openOperations.has(operation)) await rejectInMaintenance(context, context.session);
}

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
