// What the link of an invitation does: it creates the account of a member of staff, or gives the role to an account.
import { apiError } from "#platform/contract/errors.ts";
import type { Session } from "#platform/contract/session.ts";
import type { StaffRole } from "#platform/rules/staff-role.ts";
import { recordAccountAction } from "#platform/server/audit/record-audit.ts";
import type { Context, SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { beginAttempt } from "#platform/server/limits/count-attempt.ts";
import { requireAll } from "#platform/server/required-input.ts";
import { requireGoodPassword } from "#people/server/auth/password.ts";
import { createAccount } from "#people/server/auth/registrations/registrations.ts";
import { openSessionFor } from "#people/server/auth/sign-in.ts";
import { hashOfToken } from "#people/server/tokens/one-time-token.ts";
import { giveRole } from "#people/server/users/admins.ts";
import {
  findByToken,
  findInvitedAccount,
  lockByToken,
  updateState,
  type StoredInvitation,
} from "./invitation-queries.ts";

/**
 * Throws why the link of this invitation does not work: `invitation_unknown` (wrong, replaced by a newer one, or long
 * expired), `invitation_accepted`, `invitation_withdrawn` (also where who invited is no admin any more) and
 * `invitation_expired`.
 */
function requireWorking(invitation: StoredInvitation | undefined, now: Date): StoredInvitation {
  if (invitation === undefined) throw apiError("invitation_unknown");
  if (invitation.state === "accepted") throw apiError("invitation_accepted");
  if (invitation.state === "withdrawn" || !invitation.isByAdmin) {
    throw apiError("invitation_withdrawn");
  }
  if (invitation.expiresAt <= now) throw apiError("invitation_expired");
  return invitation;
}

/** What the link of an invitation is for. Throws what `requireWorking` throws. */
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
  const invitation = requireWorking(await findByToken(db, hashOfToken(token)), now());
  const { email, role, inviterEmail, inviterName, expiresAt } = invitation;
  return {
    email,
    role,
    invitedBy: inviterName === "" ? inviterEmail : inviterName,
    expiresAt: expiresAt.toISOString(),
    // Whoever has the link reads the mailbox that it was sent to.
    hasAccount: (await findInvitedAccount(db, email)) !== undefined,
  };
}

/** Gives the role to the account and uses the invitation up, which is locked. */
async function acceptFor(
  context: Context,
  db: Db,
  invitation: StoredInvitation,
  userId: string,
): Promise<void> {
  const { id, role, invitedBy } = invitation;
  await giveRole(db, { userId, role, grantedBy: invitedBy, grantedAt: context.now() });
  await updateState(db, id, "accepted");
  await recordAccountAction(context, db, userId, {
    action: "auth.acceptInvitation",
    target: userId,
    after: { role, grantedBy: invitedBy },
  });
}

/**
 * Creates the account of an invitation, verified and without customer area, gives it the role and opens its session, also
 * while registration is closed. The link is checked before anything is hashed. Throws `missing_information`,
 * `weak_password`, what `requireWorking` throws, `email_taken` (the address has an account) and `too_many_requests`.
 */
export async function acceptInvitation(
  context: Context,
  input: { readonly token: string; readonly fullName: string; readonly password: string },
): Promise<Session> {
  const { fullName, password } = input;
  requireAll(fullName, password);
  requireGoodPassword(password);
  const tokenHash = hashOfToken(input.token);
  const attempt = await beginAttempt(context, { signUpsPerAddress: context.ipAddress });
  const passwordHash = await attempt.run(async () => {
    requireWorking(await findByToken(context.db, tokenHash), context.now());
    return await context.hashPassword(password, { forWhom: context.ipAddress });
  });
  await attempt.count();
  const userId = await atomically(context.db, async (db) => {
    const now = context.now();
    const invitation = requireWorking(await lockByToken(db, tokenHash), now);
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
 * Gives the role of an invitation to the signed-in account, to whose email it was sent. Throws what `requireWorking`
 * throws, `invitation_of_another` and `user_is_admin`.
 */
export async function acceptInvitedRole(
  context: SignedInContext,
  { token }: { readonly token: string },
): Promise<Record<string, never>> {
  const { db, session } = context;
  const invitation = requireWorking(await lockByToken(db, hashOfToken(token)), context.now());
  const { id: userId, email, isAdmin } = session.person;
  if (invitation.email !== email) throw apiError("invitation_of_another");
  if (isAdmin) throw apiError("user_is_admin");
  await acceptFor(context, db, invitation, userId);
  return {};
}
