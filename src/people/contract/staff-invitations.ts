import * as z from "zod";
import { done, id, nothing, personName, secretText, time } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { session, staffRole } from "#platform/contract/session.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { email } from "./auth.ts";

const staffInvitation = z.object({
  id,
  email: z.string(),
  role: staffRole,
  invitedBy: z.string().describe("The email of the admin who sent the newest link"),
  invitedAt: time.describe("When the newest link was sent"),
  expiresAt: time,
  isLinkValid: z
    .boolean()
    .describe(
      "false: the link has expired, or who sent it is no admin any more; it can be sent again",
    ),
});
staffInvitation.register(z.globalRegistry, { id: "StaffInvitation" });
export type StaffInvitation = z.infer<typeof staffInvitation>;

/** The invitations of staff, for admins. */
export const staffInvitations = {
  listStaffInvitations: procedure({
    method: "GET",
    path: "/admin/staff-invitations",
    access: roleAccess.admin,
    summary: "List the invitations of staff that were neither accepted nor withdrawn, newest first",
    description:
      "Lists at most 100, the most that can be open at a time. One that has expired is listed for a day more.",
  })
    .input(nothing)
    .output(z.object({ items: z.array(staffInvitation) })),

  inviteStaff: procedure({
    method: "POST",
    path: "/admin/staff-invitations",
    access: roleAccess.admin,
    actsOn: "none",
    reauthentication: true,
    audit: "stated",
    limit: "invitationsPerAccount",
    summary: "Invite somebody by email to be of staff, with one role",
    description:
      "Sends a link that works once within seven days, also while registration is closed. Whoever follows it sets name and password, or accepts the role with the account of that email. Nobody becomes an admin this way.",
    errors: [
      "missing_information",
      "invalid_email",
      "user_is_admin",
      "role_granted",
      "invitation_exists",
      "too_many_invitations",
    ],
  })
    .input(z.strictObject({ email, role: staffRole }))
    .output(staffInvitation),

  resendStaffInvitation: procedure({
    method: "POST",
    path: "/admin/staff-invitations/{invitationId}/email",
    access: roleAccess.admin,
    actsOn: "none",
    reauthentication: true,
    audit: { field: "invitationId" },
    limit: "invitationsPerAccount",
    summary: "Send an invitation again, with a new link for another seven days",
    description: "The earlier link no longer works. The invitation is then of the admin who asks.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ invitationId: id }))
    .output(staffInvitation),

  withdrawStaffInvitation: procedure({
    method: "DELETE",
    path: "/admin/staff-invitations/{invitationId}",
    access: roleAccess.admin,
    actsOn: "none",
    audit: { field: "invitationId" },
    summary: "Withdraw an invitation, whose link then no longer works",
    description: "Sends no email. Who follows the link is told that it was withdrawn.",
    errors: ["not_found"],
  })
    .input(z.strictObject({ invitationId: id }))
    .output(done),
};

const token = secretText(512);

/** What the link of an invitation does. */
export const invitationLinks = {
  readInvitation: procedure({
    method: "POST",
    path: "/invitation",
    access: "public",
    transaction: "none",
    limit: "invitationLinksPerAddress",
    summary: "Read what the link of an invitation of staff is for",
    description:
      "Changes nothing. A token that was not sent gets the same error whichever accounts exist.",
    errors: [
      "invitation_unknown",
      "invitation_accepted",
      "invitation_withdrawn",
      "invitation_expired",
    ],
  })
    .input(z.strictObject({ token }))
    .output(
      z.object({
        email: z.string(),
        role: staffRole,
        invitedBy: z.string().describe("The name of who invited, or the email"),
        expiresAt: time,
        hasAccount: z
          .boolean()
          .describe("true: sign in with that email and call auth.acceptInvitedRole"),
      }),
    ),

  acceptInvitation: procedure({
    method: "POST",
    path: "/invitation/account",
    access: "public",
    transaction: "own",
    audit: "stated",
    summary: "Create the account of an invitation of staff, with its role, and sign in",
    description:
      "Uses up the token and sets the session's cookie. The account has no customer area until users.openCustomerArea is called.",
    errors: [
      "missing_information",
      "weak_password",
      "invitation_unknown",
      "invitation_accepted",
      "invitation_withdrawn",
      "invitation_expired",
      "email_taken",
      "no_session_established",
    ],
  })
    .input(z.strictObject({ token, fullName: personName, password: secretText(256) }))
    .output(session),

  acceptInvitedRole: procedure({
    method: "POST",
    path: "/invitation/role",
    access: "signedIn",
    summary: "Accept the role of an invitation with the account that is signed in",
    description:
      "Uses up the token. The account must have the email that the invitation was sent to; the role applies from the next request on.",
    errors: [
      "invitation_unknown",
      "invitation_accepted",
      "invitation_withdrawn",
      "invitation_expired",
      "invitation_of_another",
      "user_is_admin",
    ],
  })
    .input(z.strictObject({ token }))
    .output(done),
};
