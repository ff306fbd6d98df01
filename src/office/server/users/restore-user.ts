import type { UserDetails } from "#office/contract/admin-users.ts";
import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { queueRestored } from "#people/server/users/account-emails.ts";
import { getUserDetails, lockUserDetails } from "./user-details.ts";
import { updateSuspension } from "./user-queries.ts";

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
  return await atomically(context.db, async (db) => {
    const account = await lockUserDetails(context, db, userId);
    if (account.suspendedAt === null) throw apiError("conflict");
    const now = context.now();
    await updateSuspension(db, userId, null, now);
    await recordAdminAction(context, db, {
      action: "users.restoreUser",
      target: userId,
      before: { isSuspended: true, reason: account.suspensionReason },
      after: { isSuspended: false },
      reason,
    });
    await queueRestored(context, db, account.email);
    return await getUserDetails(db, userId);
  });
}
