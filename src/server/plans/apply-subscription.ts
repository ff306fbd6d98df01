// Makes somebody's plan agree with what the provider says of their subscription now: the one way to grant or end one.
import { remainingPackages } from "#core/allowance.ts";
import { planByName } from "#core/plan.ts";
import type { AppServices } from "#server/context.ts";
import { atomically, type Db } from "#server/db/open.ts";
import type { PlanInvoice, ProviderSubscription } from "#server/adapters/payment/payment.ts";
import { recordCheckoutPaid } from "./checkouts/end-checkout.ts";
import { findCheckout } from "./checkouts/find-checkout.ts";
import { countInvoices } from "./count-invoices.ts";
import { planState } from "./plan-state.ts";
import {
  lockPlanProfile,
  saveSubscription,
  selectLive,
  selectPeriods,
  selectPlansPaid,
  selectSubscription,
  setCurrentPeriod,
  updatePlanProfile,
  type Period,
  type PlanProfile,
  type Subscription,
} from "./subscription-queries.ts";
import { singleFlighting } from "./single-flight.ts";
import { notifySubscriptionChanged } from "./notify-subscription-changed.ts";

/** What applying a subscription needs of the server. */
export type PlanServices = Pick<AppServices, "config" | "db" | "jobs" | "payment" | "log" | "now">;

/** One look at the provider, and the version of our row from before it. */
type ChangeRead = {
  readonly userId: string;
  readonly checkoutId: string;
  readonly seenVersion: number;
  readonly subscription: ProviderSubscription;
  readonly invoices: readonly PlanInvoice[];
};

type Outcome =
  | { readonly kind: "saved" | "outdated" | "refused" }
  | { readonly kind: "second"; readonly liveSubscriptionId: string };

const mostReads = 8;
// The provider tells of one payment in many events at once.
const inTurn = singleFlighting<boolean>();

/**
 * Reads a subscription and its paid invoices from the provider and saves what follows from them, in one database
 * transaction: subscription, months, payments in the history, the profile's plan, quota and maximum weight, and the
 * letter for a new plan. May come again, at once and in any order; only invoices not yet counted add anything.
 *
 * A second subscription while another is live grants nothing: it is ended at the provider. Returns false for one
 * that did not come from a checkout of ours. Throws PaymentError when the provider cannot be asked.
 */
export async function applySubscription(
  services: PlanServices,
  subscriptionId: string,
): Promise<boolean> {
  return await inTurn(subscriptionId, () => apply(services, subscriptionId));
}

async function apply(services: PlanServices, subscriptionId: string): Promise<boolean> {
  let isOtherFresh = false;
  for (let looks = 0; looks < mostReads; looks += 1) {
    const read = await readProvider(services, subscriptionId);
    if (read === null) return false;
    const outcome = await atomically(services.db, (db) => save(services, db, read, isOtherFresh));
    if (outcome.kind === "saved") return true;
    if (outcome.kind === "second") {
      // What we know of the first may be old: it is refused on the provider's word alone.
      await apply(services, outcome.liveSubscriptionId);
      isOtherFresh = true;
    }
    if (outcome.kind === "refused") {
      await services.payment.cancelSubscription(subscriptionId);
      const { userId } = read;
      services.log.error(
        { userId, subscriptionId },
        "A second subscription was paid for and ended",
      );
    }
  }
  throw new Error(`Subscription ${subscriptionId} kept changing while it was applied.`);
}

async function readProvider(
  { db, payment, log }: PlanServices,
  subscriptionId: string,
): Promise<ChangeRead | null> {
  const seenVersion = (await selectSubscription(db, subscriptionId))?.version ?? 0;
  const subscription = await payment.readSubscription(subscriptionId);
  const checkout = await findCheckout(db, subscription?.checkoutId ?? "");
  if (subscription === null || checkout === undefined) {
    log.warn({ subscriptionId }, "A subscription that came from no checkout of ours is left alone");
    return null;
  }
  if (checkout.customerId !== subscription.customerId) {
    throw new Error(`Subscription ${subscriptionId} is not of the customer of its checkout.`);
  }
  const invoices = await payment.listPlanInvoices(subscriptionId);
  const { userId, checkoutId } = checkout;
  return { userId, checkoutId, seenVersion, subscription, invoices };
}

async function save(
  services: PlanServices,
  db: Db,
  read: ChangeRead,
  isOtherFresh: boolean,
): Promise<Outcome> {
  const { userId, subscription, invoices } = read;
  const { subscriptionId } = subscription;
  const profile = await lockPlanProfile(db, userId);
  const stored = await selectSubscription(db, subscriptionId);
  if ((stored?.version ?? 0) !== read.seenVersion) return { kind: "outdated" };
  const state = planState(subscription, invoices);
  const live = await selectLive(db, userId);
  const isSecond =
    state.isLive && live !== undefined && live.providerSubscriptionId !== subscriptionId;
  const rejectedBefore = stored?.rejectedAt ?? null;
  if (isSecond && rejectedBefore === null && !isOtherFresh) {
    return { kind: "second", liveSubscriptionId: live.providerSubscriptionId };
  }
  const rejectedAt = rejectedBefore ?? (isSecond ? services.now() : null);
  const found = {
    ...state,
    userId,
    providerSubscriptionId: subscriptionId,
    providerStatus: subscription.status,
    grantsPlan: state.grantsPlan && rejectedAt === null,
    rejectedAt,
    currentPeriodStartsAt: subscription.periodStartsAt,
    currentPeriodEndsAt: subscription.periodEndsAt,
    cancelsAtPeriodEnd: subscription.cancelsAtPeriodEnd,
  };
  const id = await saveSubscription(db, found, services.now());
  if (found.plan !== null) await recordCheckoutPaid(db, read.checkoutId);
  const before = await selectPeriods(db, id);
  await countInvoices(services, db, { userId, subscriptionId: id, invoices });
  const periods = await selectPeriods(db, id);
  if (found.grantsPlan) await grant(services, db, { profile, found, periods });
  else if (stored?.grantsPlan === true) await end(services, db, userId);
  if (rejectedAt === null) {
    const months = { before: before.length, after: periods.length };
    await notifySubscriptionChanged(services, db, {
      email: profile.email,
      before: stored,
      found,
      months,
      invoices,
    });
  }
  return { kind: rejectedAt !== null && state.isLive ? "refused" : "saved" };
}

async function grant(
  { log, now }: PlanServices,
  db: Db,
  granted: {
    profile: PlanProfile;
    found: Pick<Subscription, "plan" | "userId">;
    periods: readonly Period[];
  },
): Promise<void> {
  const { found, profile, periods } = granted;
  const { plan, userId } = found;
  if (plan === null) return;
  const [month] = periods;
  await setCurrentPeriod(db, userId, month?.id ?? null);
  const packageQuota =
    month === undefined
      ? 0
      : remainingPackages({ ...month, plansPaid: await selectPlansPaid(db, month.id) });
  const { maxWeightGrams } = planByName(plan);
  await updatePlanProfile(db, { userId, subscription: plan, packageQuota, maxWeightGrams }, now());
  if (profile.subscription !== plan) log.info({ userId, plan }, "Plan granted");
}

async function end({ log, now }: PlanServices, db: Db, userId: string): Promise<void> {
  await setCurrentPeriod(db, userId, null);
  const nothing = { subscription: null, packageQuota: 0, maxWeightGrams: 0 };
  await updatePlanProfile(db, { userId, ...nothing }, now());
  log.info({ userId }, "Plan ended");
}
