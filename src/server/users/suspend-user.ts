// Staff keep a user out.
import type { UserDetails } from "#contract/admin-users.ts";
import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockDetails, readDetails, suspend } from "./user-accounts.ts";
import { queueSuspended } from "./account-emails.ts";
import { requireReauthentication } from "#server/auth/require-reauthentication.ts";
import { lockAdmins } from "#server/auth/account-queries.ts";

/**
 * Ends every session of the user and opens none until `restoreUser`; wallet, plan and packages stay as they are, and
 * what the provider bills goes on. The user is told by letter, with the reason. It is on the record.
 *
 * Refuses `reauthentication_required`, `missing_information`, `own_account`, `forbidden` (whoever asks has just been
 * suspended), `not_found`, `account_closed`, `conflict` (it is suspended already) and `last_admin`.
 */
export async function suspendUser(
  context: SignedInContext,
  input: { readonly userId: string; readonly reason: string },
): Promise<UserDetails> {
  const { userId, reason } = input;
  const actorId = context.session.person.id;
  requireReauthentication(context);
  if (reason === "") throw apiError("missing_information");
  if (userId === actorId) throw apiError("own_account");
  return await atomically(context.db, async (db) => {
    // Before the account, always in this order, so that two admins who suspend each other cannot both succeed.
    const admins = await lockAdmins(db);
    if (!admins.includes(actorId)) throw apiError("forbidden");
    const account = await lockDetails(db, userId);
    if (account.closedAt !== null) throw apiError("account_closed");
    if (account.suspendedAt !== null) throw apiError("conflict");
    if (!admins.some((id) => id !== userId)) throw apiError("last_admin");
    const now = context.now();
    await suspend(db, userId, reason, now);
    await recordAdminAction(db, {
      actorId,
      ipAddress: context.ipAddress,
      now,
      action: "users.suspendUser",
      target: userId,
      before: { isSuspended: false },
      after: { isSuspended: true },
      reason,
    });
    await queueSuspended(context, db, { email: account.email, reason });
    return (await readDetails(db, userId)) ?? account;
  });
}
