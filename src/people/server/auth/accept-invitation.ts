// What the link of an invitation does: it creates the account of a member of staff, or gives the role to an account.
import { apiError } from "#platform/contract/errors.ts";
import type { Session } from "#platform/contract/session.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { recordAccountAction } from "#platform/server/audit/record-audit.ts";
import type { Context, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { beginAttempt } from "#platform/server/limits/count-attempt.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { requireGoodPassword } from "./password.ts";
import { createAccount } from "./registrations/registrations.ts";
import { openSessionFor } from "./sign-in.ts";
import { giveRole } from "#people/server/users/admins.ts";
import {
  getInvitation,
  hasInvitedAccount,
  lockInvitation,
  markAccepted,
  type Invitation,
} from "#people/server/users/invitations/invitation-links.ts";

/** What the link of an invitation is for. Throws what `getInvitation` throws. */
export async function readInvitation(
  { db, now }: Context,
  { token }: { readonly token: string },
): Promise<{
  email: string;
  role: StaffRole;
  invitedBy: string;
  expiresAt: string;
  hasAccount: boolean;
}> {
  const invitation = await getInvitation(db, token, now());
  const { email, role, inviterEmail, inviterName, expiresAt } = invitation;
  return {
    email,
    role,
    invitedBy: inviterName === "" ? inviterEmail : inviterName,
    expiresAt: expiresAt.toISOString(),
    // Whoever has the link reads the mailbox that it was sent to.
    hasAccount: await hasInvitedAccount(db, invitation),
  };
}

/** Gives the role to the account and uses the invitation up, which is locked. */
async function acceptFor(
  context: Context,
  db: Db,
  invitation: Invitation,
  userId: string,
): Promise<void> {
  const { id, role, invitedBy } = invitation;
  await giveRole(db, { userId, role, grantedBy: invitedBy, grantedAt: context.now() });
  await markAccepted(db, id);
  await recordAccountAction(context, db, userId, {
    action: "auth.acceptInvitation",
    target: userId,
    after: { role, grantedBy: invitedBy },
  });
}

/**
 * Creates the account of an invitation, verified and without customer area, gives it the role and opens its session, also
 * while registration is closed. The link is checked before anything is hashed. Throws `missing_information`,
 * `weak_password`, what `getInvitation` throws, `email_taken` (the address has an account) and `too_many_requests`.
 */
export async function acceptInvitation(
  context: Context,
  input: { readonly token: string; readonly fullName: string; readonly password: string },
): Promise<Session> {
  const { token, fullName, password } = input;
  requireAll(fullName, password);
  requireGoodPassword(password);
  const attempt = await beginAttempt(context, { signUpsPerAddress: context.ipAddress });
  const passwordHash = await attempt.run(async () => {
    await getInvitation(context.db, token, context.now());
    return await context.hashPassword(password, { forWhom: context.ipAddress });
  });
  await attempt.count();
  const userId = await atomically(context.db, async (db) => {
    const now = context.now();
    const invitation = await lockInvitation(db, token, now);
    const { email } = invitation;
    const { language } = context;
    const account = { email, fullName, passwordHash, language, chosenPlan: null, now };
    const newUserId = await createAccount(db, { ...account, isCustomer: false });
    if (newUserId === null) throw apiError("email_taken");
    await acceptFor(context, db, invitation, newUserId);
    return newUserId;
  });
  return await openSessionFor(context, userId, { withCode: false });
}

/**
 * Gives the role of an invitation to the signed-in account, to whose email it was sent. Throws what `getInvitation`
 * throws, `invitation_of_another` and `user_is_admin`.
 */
export async function acceptInvitedRole(
  context: SignedInContext,
  { token }: { readonly token: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  const invitation = await lockInvitation(db, token, context.now());
  const { id: userId, email, isAdmin } = session.person;
  if (invitation.email !== email) throw apiError("invitation_of_another");
  if (isAdmin) throw apiError("user_is_admin");
  await acceptFor(context, db, invitation, userId);
  return {};
}
