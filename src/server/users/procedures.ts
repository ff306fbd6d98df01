import { admin, signedIn } from "#server/access.ts";
import { closeAccount } from "#server/users/closing/close-account.ts";
import { exportAccount } from "#server/users/closing/export-account.ts";
import { listUsers } from "./list-users.ts";
import { readAccountClosing } from "#server/users/closing/read-account-closing.ts";
import { readNotificationSettings } from "#server/users/notifications/read-notification-settings.ts";
import { readProfile } from "./read-profile.ts";
import { readUser } from "./read-user.ts";
import { restoreUser } from "./restore-user.ts";
import { suspendUser } from "./suspend-user.ts";
import { updateNotificationSettings } from "#server/users/notifications/update-notification-settings.ts";
import { updateProfile } from "./update-profile.ts";
import { updateUser } from "./update-user.ts";

export const usersProcedures = {
  readProfile: signedIn.users.readProfile.handler(({ context }) => readProfile(context)),
  updateProfile: signedIn.users.updateProfile.handler(({ context, input }) =>
    updateProfile(context, input),
  ),
  listUsers: admin.users.listUsers.handler(({ context, input }) => listUsers(context, input)),
  readUser: admin.users.readUser.handler(({ context, input }) => readUser(context, input)),
  updateUser: admin.users.updateUser.handler(({ context, input }) => updateUser(context, input)),
  suspendUser: admin.users.suspendUser.handler(({ context, input }) => suspendUser(context, input)),
  restoreUser: admin.users.restoreUser.handler(({ context, input }) => restoreUser(context, input)),
  readNotificationSettings: signedIn.users.readNotificationSettings.handler(({ context }) =>
    readNotificationSettings(context),
  ),
  updateNotificationSettings: signedIn.users.updateNotificationSettings.handler(
    ({ context, input }) => updateNotificationSettings(context, input),
  ),
  exportAccount: signedIn.users.exportAccount.handler(({ context, input }) =>
    exportAccount(context, input),
  ),
  readAccountClosing: signedIn.users.readAccountClosing.handler(({ context }) =>
    readAccountClosing(context),
  ),
  closeAccount: signedIn.users.closeAccount.handler(({ context, input }) =>
    closeAccount(context, input),
  ),
};
