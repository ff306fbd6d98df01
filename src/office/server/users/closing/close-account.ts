import { apiError } from "#platform/contract/errors.ts";
import { sentence } from "#platform/server/translate.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { withOwnSubscriberLock } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { isWalletEmpty, lockObstacles, type Obstacles } from "./closing-obstacles.ts";
import { endOpenPayments, hasOpenPayment } from "./open-payments.ts";
import { reauthenticateWithPassword } from "#people/server/auth/reauthenticate-with-password.ts";
import { expiredSessionCookie } from "#people/server/auth/sessions/session-cookie.ts";
import "./announcements.ts";

const mostTries = 3;

/** What to do about the money that prevents closing; undefined: what the error says. */
function moneySentence({ balanceCents }: Obstacles) {
  if (balanceCents < 0) return sentence("errors.closingInDebt");
  return balanceCents === 0 ? sentence("errors.closingWithHolds") : undefined;
}

async function requireNoObstacles(context: SignedInContext, db: Db): Promise<void> {
  const obstacles = await lockObstacles(context, db);
  const { balanceCents, heldCents, mustCancelSubscription, parcelsHereCount } = obstacles;
  if (!isWalletEmpty(obstacles)) {
    throw apiError("balance_not_zero", { balanceCents, heldCents }, moneySentence(obstacles));
  }
  if (mustCancelSubscription) throw apiError("subscription_active");
  if (parcelsHereCount > 0) throw apiError("goods_in_store", { parcelsHereCount });
}

/**
 * Closes the own account for good: ends open checkouts at the provider and every session, deletes what signs in, what
 * identifies the user and what is in their packages, inbound parcels and claims, images included, cancels expected
 * parcels, withdraws open claims, and confirms it by email. The history of money and of packages stays without a name.
 * The email may register again.
 *
 * Throws `missing_information`, `wrong_password`, `too_many_requests`, `admin_account`, `balance_not_zero` (also when
 * something is on hold), `subscription_active`, `goods_in_store`, `subscription_busy`, `payment_in_progress` and `unavailable` (open
 * checkouts cannot be ended at the moment).
 */
export async function closeAccount(
  context: SignedInContext,
  input: { readonly password: string },
): Promise<Record<string, never>> {
  await reauthenticateWithPassword(context, input.password);
  if (context.session.person.isAdmin) throw apiError("admin_account");
  // Otherwise a plan that is resumed or chosen meanwhile would be billed to a closed account.
  await withOwnSubscriberLock(context, () => close(context));
  context.responseHeaders.append("set-cookie", expiredSessionCookie(context.config));
  context.log.info({ userId: context.session.person.id }, "Account closed");
  return {};
}

/** Lets every module end and erase what it has of the account; files are removed last. */
async function eraseAccount(context: SignedInContext, db: Db): Promise<void> {
  const { accountParts } = context.listeners;
  const removals: (() => Promise<void>)[] = [];
  for (const { end } of accountParts) {
    if (end !== undefined) removals.push(await end(context, db));
  }
  for (const { erase } of accountParts) await erase?.(context, db);
  for (const remove of removals) await remove();
}

async function close(context: SignedInContext): Promise<void> {
  const { id: userId } = context.session.person;
  // Checked here so that no checkout is ended in vain, and again below in the transaction that closes the account.
  await atomically(context.db, (db) => requireNoObstacles(context, db));
  for (let tries = 1; ; tries += 1) {
    await endOpenPayments(context, userId);
    const isClosed = await atomically(context.db, async (db) => {
      await requireNoObstacles(context, db);
      if (await hasOpenPayment(db, userId)) return false;
      await eraseAccount(context, db);
      return true;
    });
    if (isClosed) return;
    // A checkout that was opened meanwhile can be ended in the next try; a payment that the bank is processing cannot.
    if (tries === mostTries) throw apiError("payment_in_progress");
  }
}
