// Staff keep a user out.
import type { UserDetails } from "#contract/office-people.ts";
import { refusal } from "#contract/problems.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockDetails, readDetails, suspend } from "./office/accounts.ts";
import { queueSuspended } from "./office/letters.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";
import { lockAdmins } from "./store.ts";

/**
 * Ends every session of the user and opens none until `restoreUser`; wallet, plan and packages stay as they are, and
 * what the provider bills goes on. The user is told by letter, with the reason. It is on the record.
 *
 * Refuses `fresh_proof_required`, `missing_information`, `own_account`, `forbidden` (whoever asks has just been
 * suspended), `not_found`, `account_closed`, `conflict` (it is suspended already) and `last_admin`.
 */
export async function suspendUser(
  context: SignedInContext,
  input: { readonly userId: string; readonly reason: string },
): Promise<UserDetails> {
  const { userId, reason } = input;
  const actorId = context.session.person.id;
  requireFreshProof(context);
  if (reason === "") throw refusal("missing_information");
  if (userId === actorId) throw refusal("own_account");
  return await atomically(context.db, async (db) => {
    // Before the account, always in this order, so that two admins who suspend each other cannot both succeed.
    const admins = await lockAdmins(db);
    if (!admins.includes(actorId)) throw refusal("forbidden");
    const account = await lockDetails(db, userId);
    if (account.closedAt !== null) throw refusal("account_closed");
    if (account.suspendedAt !== null) throw refusal("conflict");
    if (!admins.some((id) => id !== userId)) throw refusal("last_admin");
    const now = context.now();
    await suspend(db, userId, reason, now);
    await recordAdminAction(db, {
      actorId,
      ipAddress: context.ipAddress,
      now,
      action: "people.suspendUser",
      target: userId,
      before: { isSuspended: false },
      after: { isSuspended: true },
      reason,
    });
    await queueSuspended(context, db, { email: account.email, reason });
    return (await readDetails(db, userId)) ?? account;
  });
}
