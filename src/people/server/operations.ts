import type { auth } from "#people/contract/auth.ts";
import type { invitationLinks, staffInvitations } from "#people/contract/staff-invitations.ts";
import type { ownProfile } from "#people/contract/profile.ts";
import type { Operations } from "#platform/server/context.ts";
import { confirmPassword } from "./auth/reauthentication.ts";
import { requestPasswordReset, resetPassword } from "./auth/reset-password.ts";
import {
  readSession,
  refreshSession,
  signOut,
  listSessions,
  endSession,
  endOtherSessions,
} from "./auth/sessions/sessions.ts";
import { signIn, signInAsAdmin } from "./auth/sign-in.ts";
import { signUp, completeCallback, resendVerification } from "./auth/sign-up.ts";
import {
  completeTwoFactor,
  readTwoFactor,
  startTwoFactor,
  confirmTwoFactor,
  renewBackupCodes,
  disableTwoFactor,
} from "./auth/two-factor/two-factor.ts";
import { acceptInvitation, acceptInvitedRole, readInvitation } from "./auth/accept-invitation.ts";
import {
  inviteStaff,
  listStaffInvitations,
  resendStaffInvitation,
  withdrawStaffInvitation,
} from "./users/invitations/staff-invitations.ts";
import { openCustomerArea, readProfile, updateProfile } from "./users/profile.ts";

/** The function of each operation of people. */
export const peopleOperations: Operations<{
  readonly auth: typeof auth & typeof invitationLinks;
  readonly users: typeof ownProfile & typeof staffInvitations;
}> = {
  auth: {
    readSession,
    refreshSession,
    signUp,
    signIn,
    signInAsAdmin,
    signOut,
    completeCallback,
    resendVerification,
    requestPasswordReset,
    resetPassword,
    completeTwoFactor,
    confirmPassword,
    readTwoFactor,
    startTwoFactor,
    confirmTwoFactor,
    renewBackupCodes,
    disableTwoFactor,
    listSessions,
    endSession,
    endOtherSessions,
    readInvitation,
    acceptInvitation,
    acceptInvitedRole,
  },
  users: {
    readProfile,
    updateProfile,
    openCustomerArea,
    listStaffInvitations,
    inviteStaff,
    resendStaffInvitation,
    withdrawStaffInvitation,
  },
};
