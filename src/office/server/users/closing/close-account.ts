import { deleteOwnFiles, removeFiles, type StoredKeys } from "#platform/server/files/files.ts";
import { apiError } from "#platform/contract/errors.ts";
import { sentence } from "#platform/server/translate.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import {
  withOwnSubscriberLock,
  lockSubscriber,
} from "#money/server/plans/locks/with-subscriber-lock.ts";
import { reauthenticateWithPassword } from "#people/server/auth/reauthentication.ts";
import { expiredSessionCookie } from "#people/server/auth/sessions/sessions.ts";
import "#office/server/announcements.ts";
import { readUserPayouts } from "#money/server/wallet/payouts.ts";
import { readSubscription } from "#money/server/plans/plan-state.ts";
import { readWallet } from "#money/server/wallet/wallets.ts";
import { countParcelsHere } from "#goods/server/inbound-parcels/parcels-of-account.ts";
import { lockWallet } from "#money/server/wallet/request-holds.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { closeOpenCheckout, hasOpenCheckout } from "#money/server/plans/checkouts.ts";
import { endDeposits, hasOpenDeposit } from "#money/server/wallet/deposits.ts";

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

/** Lets every module end and erase what it has of the account; returns its files, whose rows are deleted. */
async function eraseAccount(context: SignedInContext, db: Db) {
  const { accountParts } = context.listeners;
  for (const { end } of accountParts) await end?.(context, db);
  const files: StoredKeys[] = [];
  for (const { erase } of accountParts) files.push(...((await erase?.(context, db)) ?? []));
  // After their owners are locked, so that none is added meanwhile.
  return [...files, ...(await deleteOwnFiles(context, db))];
}

async function close(context: SignedInContext): Promise<void> {
  const { id: userId } = context.session.person;
  // Checked here so that no checkout is ended in vain, and again below in the transaction that closes the account.
  await atomically(context.db, (db) => requireNoObstacles(context, db));
  for (let tries = 1; ; tries += 1) {
    await endOpenPayments(context, userId);
    const files = await atomically(context.db, async (db) => {
      await requireNoObstacles(context, db);
      return (await hasOpenPayment(db, userId)) ? null : await eraseAccount(context, db);
    });
    if (files !== null) return await removeFiles(context, files);
    // A checkout that was opened meanwhile can be ended in the next try; a payment that the bank is processing cannot.
    if (tries === mostTries) throw apiError("payment_in_progress");
  }
}

/** What prevents closing the own account, the open payout request, and whether closing is possible. */
export async function readAccountClosing(context: SignedInContext) {
  const { id, isAdmin } = context.session.person;
  const obstacles = await atomically(context.db, (db) => lockObstacles(context, db));
  const open = (await readUserPayouts(context, id, 1)).find(({ settledAt }) => settledAt === null);
  const payoutRequest =
    open === undefined ? null : { amountCents: open.amountCents, createdAt: open.createdAt };
  const { mustCancelSubscription, parcelsHereCount } = obstacles;
  const isPossible =
    isWalletEmpty(obstacles) && !mustCancelSubscription && parcelsHereCount === 0 && !isAdmin;
  return { ...obstacles, payoutRequest, isPossible };
}

type Obstacles = {
  readonly balanceCents: number;
  /** On hold for fees and payouts that are not settled yet. */
  readonly heldCents: number;
  /** Whether a subscription would be billed again. */
  readonly mustCancelSubscription: boolean;
  /** Parcels in the warehouse, which have to leave first. */
  readonly parcelsHereCount: number;
};

/**
 * What prevents closing the own account: money, also on hold, a subscription that continues, and parcels here. The
 * first two are locked until the transaction of `db` ends. A subscription that ends with its period counts as cancelled.
 */
async function lockObstacles(context: SignedInContext, db: Db): Promise<Obstacles> {
  const userId = context.session.person.id;
  const { hasLiveSubscription } = await lockSubscriber(db, userId);
  await lockWallet(db, userId);
  const { balanceCents, heldCents } = await readWallet({ ...context, db });
  const parcelsHereCount = await countParcelsHere(db, userId);
  const facts = { balanceCents, heldCents, parcelsHereCount };
  if (!hasLiveSubscription) return { ...facts, mustCancelSubscription: false };
  const { cancelsAtPeriodEnd, unsettled } = await readSubscription({ ...context, db });
  // The provider goes on collecting an open invoice.
  const mustCancelSubscription = !cancelsAtPeriodEnd || unsettled !== null;
  return { ...facts, mustCancelSubscription };
}

/** Whether the wallet has no money, on hold or not. */
function isWalletEmpty({ balanceCents, heldCents }: Obstacles): boolean {
  return balanceCents === 0 && heldCents === 0;
}

/** Ends the unpaid checkouts of a user at the provider; what was paid meanwhile takes effect. Throws `unavailable`. */
async function endOpenPayments(services: AppServices, userId: string): Promise<void> {
  try {
    await endDeposits(services, userId);
    await closeOpenCheckout(services, userId);
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    services.log.warn({ userId, error }, "Open checkouts could not be ended");
    throw apiError("unavailable");
  }
}

/** Whether a checkout may still be paid, or its payment has not arrived. */
async function hasOpenPayment(db: Db, userId: string): Promise<boolean> {
  return (await hasOpenDeposit(db, userId)) || (await hasOpenCheckout(db, userId));
}
