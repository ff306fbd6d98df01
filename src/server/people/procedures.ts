// The people's part of the API: each operation behind its door.
import { admin, anyone, signedIn } from "#server/access.ts";
import { completeCallback } from "./complete-callback.ts";
import { listUsers } from "./list-users.ts";
import { readProfile } from "./read-profile.ts";
import { readSession } from "./read-session.ts";
import { renewSession } from "./renew-session.ts";
import { requestPasswordReset } from "./request-password-reset.ts";
import { resendVerification } from "./resend-verification.ts";
import { resetPassword } from "./reset-password.ts";
import { signInAsAdmin } from "./sign-in-as-admin.ts";
import { signIn } from "./sign-in.ts";
import { signOut } from "./sign-out.ts";
import { signUp } from "./sign-up.ts";
import { updateProfile } from "./update-profile.ts";

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
};
