// The people's part of the API: each operation behind its door.
import { admin, anyone, signedIn } from "#server/access.ts";
import { closeAccount } from "./close-account.ts";
import { completeCallback } from "./complete-callback.ts";
import { completeTwoFactor } from "./complete-two-factor.ts";
import { confirmPassword } from "./confirm-password.ts";
import { confirmTwoFactor } from "./confirm-two-factor.ts";
import { disableTwoFactor } from "./disable-two-factor.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { endSession } from "./end-session.ts";
import { exportAccount } from "./export-account.ts";
import { liftLimit } from "./lift-limit.ts";
import { listLimits } from "./list-limits.ts";
import { listPayoutRequests } from "./list-payout-requests.ts";
import { listSessions } from "./list-sessions.ts";
import { listUsers } from "./list-users.ts";
import { readAccountClosing } from "./read-account-closing.ts";
import { readNotificationSettings } from "./read-notification-settings.ts";
import { readPayout } from "./read-payout.ts";
import { readProfile } from "./read-profile.ts";
import { readUser } from "./read-user.ts";
import { readSession } from "./read-session.ts";
import { readTwoFactor } from "./read-two-factor.ts";
import { renewBackupCodes } from "./renew-backup-codes.ts";
import { renewSession } from "./renew-session.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { requestPayout } from "./request-payout.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { restoreUser } from "./restore-user.ts";
import { settlePayoutRequest } from "./settle-payout-request.ts";
import { signIn } from "./sign-in.ts";
import { signInAsAdmin } from "./sign-in-as-admin.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { startPayout } from "./start-payout.ts";
import { startTwoFactor } from "./start-two-factor.ts";
import { updateNotificationSettings } from "./update-notification-settings.ts";
import { suspendUser } from "./suspend-user.ts";
import { updateProfile } from "./update-profile.ts";
import { updateUser } from "./update-user.ts";
import { withdrawPayout } from "./withdraw-payout.ts";

export const peopleProcedures = {
  readSession: anyone.people.readSession.handler(({ context }) => readSession(context)),
  renewSession: signedIn.people.renewSession.handler(({ context }) => renewSession(context)),
  signUp: anyone.people.signUp.handler(({ context, input }) => signUp(context, input)),
  signIn: anyone.people.signIn.handler(({ context, input }) => signIn(context, input)),
  signInAsAdmin: anyone.people.signInAsAdmin.handler(({ context, input }) =>
    signInAsAdmin(context, input),
  ),
  signOut: anyone.people.signOut.handler(({ context }) => signOut(context)),
  completeCallback: anyone.people.completeCallback.handler(({ context, input }) =>
    completeCallback(context, input),
  ),
  resendVerification: anyone.people.resendVerification.handler(({ context, input }) =>
    resendVerification(context, input),
  ),
  requestPasswordReset: anyone.people.requestPasswordReset.handler(({ context, input }) =>
    requestPasswordReset(context, input),
  ),
  resetPassword: anyone.people.resetPassword.handler(({ context, input }) =>
    resetPassword(context, input),
  ),
  readProfile: signedIn.people.readProfile.handler(({ context }) => readProfile(context)),
  updateProfile: signedIn.people.updateProfile.handler(({ context, input }) =>
    updateProfile(context, input),
  ),
  listUsers: admin.people.listUsers.handler(({ context, input }) => listUsers(context, input)),
  readUser: admin.people.readUser.handler(({ context, input }) => readUser(context, input)),
  updateUser: admin.people.updateUser.handler(({ context, input }) => updateUser(context, input)),
  suspendUser: admin.people.suspendUser.handler(({ context, input }) =>
    suspendUser(context, input),
  ),
  restoreUser: admin.people.restoreUser.handler(({ context, input }) =>
    restoreUser(context, input),
  ),
  completeTwoFactor: anyone.people.completeTwoFactor.handler(({ context, input }) =>
    completeTwoFactor(context, input),
  ),
  confirmPassword: signedIn.people.confirmPassword.handler(({ context, input }) =>
    confirmPassword(context, input),
  ),
  readTwoFactor: signedIn.people.readTwoFactor.handler(({ context }) => readTwoFactor(context)),
  startTwoFactor: signedIn.people.startTwoFactor.handler(({ context }) => startTwoFactor(context)),
  confirmTwoFactor: signedIn.people.confirmTwoFactor.handler(({ context, input }) =>
    confirmTwoFactor(context, input),
  ),
  renewBackupCodes: signedIn.people.renewBackupCodes.handler(({ context }) =>
    renewBackupCodes(context),
  ),
  disableTwoFactor: signedIn.people.disableTwoFactor.handler(({ context, input }) =>
    disableTwoFactor(context, input),
  ),
  listSessions: signedIn.people.listSessions.handler(({ context }) => listSessions(context)),
  endSession: signedIn.people.endSession.handler(({ context, input }) =>
    endSession(context, input),
  ),
  endOtherSessions: signedIn.people.endOtherSessions.handler(({ context }) =>
    endOtherSessions(context),
  ),
  readNotificationSettings: signedIn.people.readNotificationSettings.handler(({ context }) =>
    readNotificationSettings(context),
  ),
  updateNotificationSettings: signedIn.people.updateNotificationSettings.handler(
    ({ context, input }) => updateNotificationSettings(context, input),
  ),
  exportAccount: signedIn.people.exportAccount.handler(({ context, input }) =>
    exportAccount(context, input),
  ),
  readAccountClosing: signedIn.people.readAccountClosing.handler(({ context }) =>
    readAccountClosing(context),
  ),
  readPayout: signedIn.people.readPayout.handler(({ context }) => readPayout(context)),
  withdrawPayout: signedIn.people.withdrawPayout.handler(({ context, input }) =>
    withdrawPayout(context, input),
  ),
  startPayout: admin.people.startPayout.handler(({ context, input }) =>
    startPayout(context, input),
  ),
  requestPayout: signedIn.people.requestPayout.handler(({ context, input }) =>
    requestPayout(context, input),
  ),
  closeAccount: signedIn.people.closeAccount.handler(({ context, input }) =>
    closeAccount(context, input),
  ),
  listLimits: admin.people.listLimits.handler(({ context, input }) => listLimits(context, input)),
  liftLimit: admin.people.liftLimit.handler(({ context, input }) => liftLimit(context, input)),
  listPayoutRequests: admin.people.listPayoutRequests.handler(({ context, input }) =>
    listPayoutRequests(context, input),
  ),
  settlePayoutRequest: admin.people.settlePayoutRequest.handler(({ context, input }) =>
    settlePayoutRequest(context, input),
  ),
};
