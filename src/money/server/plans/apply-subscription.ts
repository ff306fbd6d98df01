// Updates a customer's plan from the provider's present state: the only code that grants or ends a billed plan.
import { remainingPackages } from "#money/rules/allowance.ts";
import { planByName } from "#catalogue/rules/plan.ts";
import type { AppServices, EmailOutbox } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import type {
  PlanInvoice,
  ProviderSubscription,
  ProviderEvent,
} from "#money/server/adapters/payment/payment.ts";
import { findCheckout, markCheckoutPaid, closeCheckoutOfSession } from "./checkout-queries.ts";
import { planState } from "./plan-state.ts";
import {
  listPaidPlans,
  listPeriods,
  updateCurrentPeriod,
  type Period,
  insertPeriod,
  insertPlanPayment,
  listCountedInvoiceIds,
} from "./period-queries.ts";
import {
  findLiveSubscription,
  findSubscription,
  lockPlanProfile,
  updatePlanProfile,
  upsertSubscription,
  type PlanProfile,
  type Subscription,
  listSubscriptionIdsEndedBefore,
} from "./subscription-queries.ts";
import { singleFlight } from "#platform/server/limits/queues.ts";
import { notifySubscriptionChanged } from "./notify-subscription-changed.ts";
import "#money/server/announcements.ts";
import { recordSubscriptionPayment } from "#money/server/wallet/record-transaction.ts";

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

/**
 * Updates the plan that an event is about from the provider's present state. The event's own contents are not used, so
 * that events may come twice, late, and in any order. An event about no subscription or checkout of ours changes
 * nothing. Throws when it should be tried again.
 */
export async function applySubscriptionEvent(
  services: PlanServices,
  { object }: Pick<ProviderEvent, "object">,
): Promise<void> {
  if (object.subscriptionId !== null) {
    await applySubscription(services, object.subscriptionId);
    return;
  }
  if (object.kind !== "checkout.session" || object.id === null) return;
  const session = await services.payment.readCheckoutSession(object.id);
  if (session === null) return;
  if (session.subscriptionId !== null) await applySubscription(services, session.subscriptionId);
  else if (session.state === "expired")
    await closeCheckoutOfSession(services.db, session.sessionId);
}

/**
 * Counts each invoice once: it begins a month or adds to one, and is recorded in the customer's payment history. It runs
 * in the database transaction of `db`, which must hold the lock on the profile. `invoices` must be in the order of the
 * periods that they pay for; one that belongs to no known month is skipped.
 */
export async function countInvoices(
  { now, log }: Pick<AppServices, "now" | "log">,
  db: Db,
  paid: {
    readonly userId: string;
    readonly subscriptionId: string;
    readonly invoices: readonly PlanInvoice[];
  },
): Promise<void> {
  const { userId, subscriptionId, invoices } = paid;
  const counted = await listCountedInvoiceIds(
    db,
    invoices.map(({ invoiceId }) => invoiceId),
  );
  for (const invoice of invoices.filter(({ invoiceId }) => !counted.has(invoiceId))) {
    if (invoice.beginsPeriod) await insertPeriod(db, { userId, subscriptionId }, invoice, now());
    const period = (await listPeriods(db, subscriptionId)).find(
      ({ startsAt }) => startsAt <= invoice.startsAt,
    );
    if (period === undefined) {
      log.warn({ userId, invoiceId: invoice.invoiceId }, "An invoice belongs to no known month");
      continue;
    }
    await insertPlanPayment(db, period.id, invoice, now());
    const { plan, amountCents, invoiceId, paidAt: at } = invoice;
    await recordSubscriptionPayment(db, { userId, plan, amountCents, invoiceId, at });
  }
}

const graceMilliseconds = 2 * 60 * 60 * 1000;
const maxSubscriptions = 1000;

/** Those of the invoices that are not counted. */
export async function listUncountedInvoiceIds(
  db: Db,
  invoiceIds: readonly string[],
): Promise<string[]> {
  const counted = await listCountedInvoiceIds(db, invoiceIds);
  return invoiceIds.filter((invoiceId) => !counted.has(invoiceId));
}

/** The provider's ids of live subscriptions whose period ended more than two hours ago, at most 1,000. */
export async function listOverdueSubscriptionIds(db: Db, now: Date): Promise<string[]> {
  const endedBefore = new Date(now.getTime() - graceMilliseconds);
  return await listSubscriptionIdsEndedBefore(db, endedBefore, maxSubscriptions);
}
