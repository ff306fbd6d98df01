// Closes the own account for good.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import { erasePackageContents } from "#server/packages/erase-package-contents.ts";
import { withOwnSubscriberLock } from "#server/plans/locks/with-subscriber-lock.ts";
import { leaveNameless } from "./erase-user.ts";
import { isWalletEmpty, lockObstacles } from "./closing-obstacles.ts";
import { endOpenPayments, hasOpenPayment } from "./open-payments.ts";
import { queueAccountClosed } from "#server/auth/auth-emails.ts";
import { reauthenticateWithPassword } from "#server/auth/reauthenticate-with-password.ts";
import { expiredSessionCookie } from "#server/auth/sessions/session-cookie.ts";

const mostRounds = 3;

async function requireNothingInTheWay(context: SignedInContext, db: Db): Promise<void> {
  const obstacles = await lockObstacles(context, db);
  const { balanceCents, heldCents, mustCancelSubscription } = obstacles;
  if (!isWalletEmpty(obstacles)) throw apiError("balance_not_zero", { balanceCents, heldCents });
  if (mustCancelSubscription) throw apiError("subscription_active");
}

/**
 * Ends open checkouts at the provider and every session, removes the way to sign in, whatever tells whose the account
 * was, and what is in their packages, images included, and writes a last letter. The history of money and of packages
 * stays, nameless. The address may register anew. Refusals:
 * `missing_information`, `wrong_password`, `too_many_requests`, `admin_account`, `balance_not_zero`
 * (or something is on hold),
 * `subscription_active`, `subscription_busy`, `payment_in_progress`, `unavailable` (open checkouts cannot be ended just now).
 */
export async function closeAccount(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await reauthenticateWithPassword(context, input.password);
  if (context.session.person.isAdmin) throw apiError("admin_account");
  // Else a plan that is kept or chosen meanwhile would be billed to nobody's account.
  await withOwnSubscriberLock(context, () => close(context));
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  context.log.info({ userId: context.session.person.id }, "Account closed");
  return {};
}

async function close(context: SignedInContext): Promise<void> {
  const { id: userId, email } = context.session.person;
  // Asked twice: first so that nothing is ended for nothing, then for good.
  await atomically(context.db, (db) => requireNothingInTheWay(context, db));
  for (let rounds = 1; ; rounds += 1) {
    await endOpenPayments(context, userId);
    const isClosed = await atomically(context.db, async (db) => {
      await requireNothingInTheWay(context, db);
      if (await hasOpenPayment(db, userId)) return false;
      await leaveNameless(db, { userId, email }, context.now());
      await queueAccountClosed(context, db, email);
      await erasePackageContents({ db, files: context.files }, userId, context.now());
      return true;
    });
    if (isClosed) return;
    // One that was begun meanwhile can be ended as well; one that is on its way at the bank cannot.
    if (rounds === mostRounds) throw apiError("payment_in_progress");
  }
}
