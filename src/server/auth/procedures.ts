import { publicAccess, signedIn } from "#server/access.ts";
import { completeCallback } from "./complete-callback.ts";
import { completeTwoFactor } from "#server/auth/two-factor/complete-two-factor.ts";
import { confirmPassword } from "./confirm-password.ts";
import { confirmTwoFactor } from "#server/auth/two-factor/confirm-two-factor.ts";
import { disableTwoFactor } from "#server/auth/two-factor/disable-two-factor.ts";
import { endOtherSessions } from "#server/auth/sessions/end-other-sessions.ts";
import { endSession } from "#server/auth/sessions/end-session.ts";
import { listSessions } from "#server/auth/sessions/list-sessions.ts";
import { readSession } from "#server/auth/sessions/read-session.ts";
import { readTwoFactor } from "#server/auth/two-factor/read-two-factor.ts";
import { refreshSession } from "#server/auth/sessions/refresh-session.ts";
import { renewBackupCodes } from "#server/auth/two-factor/renew-backup-codes.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { signIn } from "./sign-in.ts";
import { signInAsAdmin } from "./sign-in-as-admin.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { startTwoFactor } from "#server/auth/two-factor/start-two-factor.ts";

export const authProcedures = {
  readSession: publicAccess.auth.readSession.handler(({ context }) => readSession(context)),
  refreshSession: signedIn.auth.refreshSession.handler(({ context }) => refreshSession(context)),
  signUp: publicAccess.auth.signUp.handler(({ context, input }) => signUp(context, input)),
  signIn: publicAccess.auth.signIn.handler(({ context, input }) => signIn(context, input)),
  signInAsAdmin: publicAccess.auth.signInAsAdmin.handler(({ context, input }) =>
    signInAsAdmin(context, input),
  ),
  signOut: publicAccess.auth.signOut.handler(({ context }) => signOut(context)),
  completeCallback: publicAccess.auth.completeCallback.handler(({ context, input }) =>
    completeCallback(context, input),
  ),
  resendVerification: publicAccess.auth.resendVerification.handler(({ context, input }) =>
    resendVerification(context, input),
  ),
  requestPasswordReset: publicAccess.auth.requestPasswordReset.handler(({ context, input }) =>
    requestPasswordReset(context, input),
  ),
  resetPassword: publicAccess.auth.resetPassword.handler(({ context, input }) =>
    resetPassword(context, input),
  ),
  completeTwoFactor: publicAccess.auth.completeTwoFactor.handler(({ context, input }) =>
    completeTwoFactor(context, input),
  ),
  confirmPassword: signedIn.auth.confirmPassword.handler(({ context, input }) =>
    confirmPassword(context, input),
  ),
  readTwoFactor: signedIn.auth.readTwoFactor.handler(({ context }) => readTwoFactor(context)),
  startTwoFactor: signedIn.auth.startTwoFactor.handler(({ context }) => startTwoFactor(context)),
  confirmTwoFactor: signedIn.auth.confirmTwoFactor.handler(({ context, input }) =>
    confirmTwoFactor(context, input),
  ),
  renewBackupCodes: signedIn.auth.renewBackupCodes.handler(({ context }) =>
    renewBackupCodes(context),
  ),
  disableTwoFactor: signedIn.auth.disableTwoFactor.handler(({ context, input }) =>
    disableTwoFactor(context, input),
  ),
  listSessions: signedIn.auth.listSessions.handler(({ context }) => listSessions(context)),
  endSession: signedIn.auth.endSession.handler(({ context, input }) => endSession(context, input)),
  endOtherSessions: signedIn.auth.endOtherSessions.handler(({ context }) =>
    endOtherSessions(context),
  ),
};
