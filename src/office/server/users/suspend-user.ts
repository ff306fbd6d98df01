import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { endAllSessions } from "#people/server/auth/sessions/sessions.ts";
import { queueSuspended, queueRestored } from "#people/server/users/queue-account-emails.ts";
import { hasOpenRequests } from "#shipping/server/ship-requests/ship-requests.ts";
import { lockAdmins } from "#people/server/users/admins.ts";
import { endAssignmentsOfOthers } from "#office/server/admin/work-items/work-assignments.ts";
import { getUserDetails, lockUserDetails } from "./users.ts";
import { updateSuspension } from "./user-queries.ts";

/**
 * Ends every session of a user and rejects new ones until `restoreUser`; wallet, plan and packages stay as they are,
 * and the provider goes on billing. The user is notified by email with the reason, and the audit log records it.
 *
 * Throws `missing_information`, `own_account`, `forbidden` (the admin who asks has just
 * been suspended), `not_found`, `account_closed`, `conflict` (the user is suspended already) and `last_admin`.
 */
export async function suspendUser(
  context: SignedInContext,
  input: { readonly userId: string; readonly reason: string },
): Promise<UserDetails> {
  const { userId, reason } = input;
  const actorId = context.session.person.id;
  if (reason === "") throw apiError("missing_information");
  const { db } = context;
  // Before the account, always in this order, so that two admins who suspend each other cannot both succeed.
  const adminIds = await lockAdmins(db);
  if (!adminIds.includes(actorId)) throw apiError("forbidden");
  const account = await lockUserDetails(context, db, userId);
  if (account.closedAt !== null) throw apiError("account_closed");
  if (account.suspendedAt !== null) throw apiError("conflict");
  if (!adminIds.some((id) => id !== userId)) throw apiError("last_admin");
  if (await hasOpenRequests(db, userId)) throw apiError("ship_request_open");
  const now = context.now();
  await updateSuspension(db, userId, reason, now);
  await endAllSessions(db, userId);
  await endAssignmentsOfOthers(db);
  await context.audit({
    before: { isSuspended: false },
    after: { isSuspended: true },
    reason,
  });
  await queueSuspended(context, db, { email: account.email, reason });
  return await getUserDetails(db, userId);
}

/**
 * Ends the suspension of a user, notifies them by email and records it in the audit log. Throws
 * `missing_information`, `not_found`, `own_account` and `conflict` (the user is not suspended).
 */
export async function restoreUser(
  context: SignedInContext,
  input: { readonly userId: string; readonly reason: string },
): Promise<UserDetails> {
  const { userId, reason } = input;
  if (reason === "") throw apiError("missing_information");
  const { db } = context;
  const account = await lockUserDetails(context, db, userId);
  if (account.suspendedAt === null) throw apiError("conflict");
  const now = context.now();
  await updateSuspension(db, userId, null, now);
  await context.audit({
    before: { isSuspended: true, reason: account.suspensionReason },
    after: { isSuspended: false },
    reason,
  });
  await queueRestored(context, db, account.email);
  return await getUserDetails(db, userId);
}
