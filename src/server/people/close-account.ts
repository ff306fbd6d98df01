// Closes the own account for good.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { leaveNameless } from "./closing/leave.ts";
import { isWalletEmpty, lockObstacles } from "./closing/obstacles.ts";
import { queueAccountClosed } from "./letters-to-people.ts";
import { provePassword } from "./prove-password.ts";
import { expiredSessionCookie } from "./session-cookie.ts";

/**
 * Ends every session, removes the way to sign in and whatever tells whose the account was, and writes a last letter.
 * The history of money and of packages stays, nameless. The address may register anew. Refusals:
 * `missing_information`, `wrong_password`, `too_many_requests`, `office_account`, `balance_not_zero`
 * (or something is on hold),
 * `subscription_active`.
 */
export async function closeAccount(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await provePassword(context, input.password);
  const { id: userId, email, isAdmin } = context.session.person;
  if (isAdmin) throw refusal("office_account");
  await atomically(context.db, async (db) => {
    const obstacles = await lockObstacles(context, db);
    const { balanceCents, heldCents, mustCancelSubscription } = obstacles;
    if (!isWalletEmpty(obstacles)) throw refusal("balance_not_zero", { balanceCents, heldCents });
    if (mustCancelSubscription) throw refusal("subscription_active");
    await leaveNameless(db, { userId, email }, context.now());
    await queueAccountClosed(context, db, email);
  });
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  context.log.info({ userId }, "Account closed");
  return {};
}
