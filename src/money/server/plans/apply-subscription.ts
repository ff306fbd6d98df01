// Updates a customer's plan from the provider's present state: the only code that grants or ends a billed plan.
import { remainingPackages } from "#money/rules/allowance.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type { PlanInvoice, ProviderSubscription } from "#money/server/adapters/payment/payment.ts";
import { findCheckout, markCheckoutPaid } from "./checkouts/checkout-queries.ts";
import { countInvoices } from "./count-invoices.ts";
import { planState } from "./plan-state.ts";
import { listPaidPlans, listPeriods, updateCurrentPeriod, type Period } from "./period-queries.ts";
import {
  findLiveSubscription,
  findSubscription,
  lockPlanProfile,
  updatePlanProfile,
  upsertSubscription,
  type PlanProfile,
  type Subscription,
} from "./subscription-queries.ts";
import { singleFlight } from "#platform/server/limits/single-flight.ts";
import { notifySubscriptionChanged } from "./notify-subscription-changed.ts";
import "#money/server/wallet/announcements.ts";

/** What applying a subscription needs of the server. */
export type PlanServices = EmailOutbox & Pick<AppServices, "db" | "payment" | "log">;

/** What was read from the provider, and the version of our row before that. */
type ProviderState = {
  readonly userId: string;
  readonly checkoutId: string;
  readonly expectedVersion: number;
  readonly subscription: ProviderSubscription;
  readonly invoices: readonly PlanInvoice[];
};

type Outcome =
  | { readonly kind: "saved" | "outdated" | "rejected" }
  | { readonly kind: "second"; readonly liveSubscriptionId: string };

const maxReads = 8;
// The provider sends many events at once about one payment.
const flights = singleFlight<boolean>();

/**
 * Reads a subscription and its paid invoices from the provider and saves what follows from them, in one database
 * transaction: subscription, months, payments in the history, the profile's plan, quota and maximum weight, and the
 * emails to the customer. Calls may repeat and overlap; only invoices not yet counted add anything.
 *
 * A second subscription while another is live grants nothing and is ended at the provider. Returns false for one that
 * did not come from a checkout of ours. Throws PaymentError when the provider cannot be reached.
 */
export async function applySubscription(
  services: PlanServices,
  subscriptionId: string,
): Promise<boolean> {
  return await flights(subscriptionId, () => apply(services, subscriptionId));
}

async function apply(services: PlanServices, subscriptionId: string): Promise<boolean> {
  let isOtherRefreshed = false;
  for (let reads = 0; reads < maxReads; reads += 1) {
    const read = await readProvider(services, subscriptionId);
    if (read === null) return false;
    const outcome = await atomically(services.db, (db) =>
      save(services, db, read, isOtherRefreshed),
    );
    if (outcome.kind === "saved") return true;
    if (outcome.kind === "second") {
      // Our row of the first may be outdated: only the provider's present state decides which one is the second.
      await apply(services, outcome.liveSubscriptionId);
      isOtherRefreshed = true;
    }
    if (outcome.kind === "rejected") {
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
): Promise<ProviderState | null> {
  const expectedVersion = (await findSubscription(db, subscriptionId))?.version ?? 0;
  const subscription = await payment.readSubscription(subscriptionId);
  const checkout = await findCheckout(db, subscription?.checkoutId ?? "");
  if (subscription === null || checkout === undefined) {
    log.warn({ subscriptionId }, "A subscription without a checkout of ours was ignored");
    return null;
  }
  if (checkout.customerId !== subscription.customerId) {
    throw new Error(`Subscription ${subscriptionId} is not of the customer of its checkout.`);
  }
  const invoices = await payment.listPlanInvoices(subscriptionId);
  const { userId, checkoutId } = checkout;
  return { userId, checkoutId, expectedVersion, subscription, invoices };
}

async function save(
  services: PlanServices,
  db: Db,
  read: ProviderState,
  isOtherRefreshed: boolean,
): Promise<Outcome> {
  const { userId, subscription, invoices } = read;
  const { subscriptionId } = subscription;
  const profile = await lockPlanProfile(db, userId);
  const stored = await findSubscription(db, subscriptionId);
  if ((stored?.version ?? 0) !== read.expectedVersion) return { kind: "outdated" };
  const state = planState(subscription, invoices);
  const live = await findLiveSubscription(db, userId);
  const isSecond =
    state.isLive && live !== undefined && live.providerSubscriptionId !== subscriptionId;
  const rejectedBefore = stored?.rejectedAt ?? null;
  if (isSecond && rejectedBefore === null && !isOtherRefreshed) {
    return { kind: "second", liveSubscriptionId: live.providerSubscriptionId };
  }
  const rejectedAt = rejectedBefore ?? (isSecond ? services.now() : null);
  const next = {
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
  const id = await upsertSubscription(db, next, services.now());
  if (next.plan !== null) await markCheckoutPaid(db, read.checkoutId);
  const before = await listPeriods(db, id);
  await countInvoices(services, db, { userId, subscriptionId: id, invoices });
  const periods = await listPeriods(db, id);
  if (next.grantsPlan) await grant(services, db, { profile, plan: next.plan, periods });
  else if (stored?.grantsPlan === true) await end(services, db, userId);
  if (rejectedAt === null) {
    const months = { before: before.length, after: periods.length };
    await notifySubscriptionChanged(services, db, {
      userId,
      subscriptionId: id,
      version: read.expectedVersion + 1,
      email: profile.email,
      before: stored,
      after: next,
      months,
      invoices,
    });
  }
  return { kind: rejectedAt !== null && state.isLive ? "rejected" : "saved" };
}

async function grant(
  { listeners, log, jobs, now }: PlanServices,
  db: Db,
  granted: {
    profile: PlanProfile;
    plan: Subscription["plan"];
    periods: readonly Period[];
  },
): Promise<void> {
  const { plan, profile, periods } = granted;
  const { userId } = profile;
  if (plan === null) return;
  const [month] = periods;
  await updateCurrentPeriod(db, userId, month?.id ?? null);
  const packageQuota =
    month === undefined
      ? 0
      : remainingPackages({ ...month, plansPaid: await listPaidPlans(db, month.id) });
  const { maxWeightGrams } = planByName(plan);
  await updatePlanProfile(db, { userId, subscription: plan, packageQuota, maxWeightGrams }, now());
  if (profile.subscription === plan) return;
  await listeners.planStarted({ jobs, now }, db, { userId, plan });
  log.info({ userId, plan }, "Plan granted");
}

async function end({ log, now }: PlanServices, db: Db, userId: string): Promise<void> {
  await updateCurrentPeriod(db, userId, null);
  const noPlan = { subscription: null, packageQuota: 0, maxWeightGrams: 0 };
  await updatePlanProfile(db, { userId, ...noPlan }, now());
  log.info({ userId }, "Plan ended");
}
