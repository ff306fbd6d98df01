import { planByName } from "#catalogue/rules/plan.ts";
import { sentence } from "#platform/server/translate.ts";
import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { PaymentError, type Payment } from "#money/server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock, withSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { decidePlanChange, isPeriodPaid, isUnsettled, readSubscription } from "./plan-state.ts";
import {
  findGrantingSubscription,
  type Subscription as StoredSubscription,
  findLiveSubscription,
} from "./subscription-queries.ts";
import { listPaidEndedMonths, type PaidMonth } from "./refunds.ts";

type GrantingSubscription = StoredSubscription & { readonly plan: PlanName };

/**
 * Changes the plan of the signed-in customer. A larger one is billed for the rest of the month and counts once that is
 * paid; a smaller one follows with the next month, and until then the present one can be chosen again. Calls at the
 * same time run one after the other, each on the result of the one before. Returns the new plan.
 *
 * Throws `no_subscription`, `same_plan`, `card_declined`, `checkout_failed`, `too_many_requests`, `subscription_busy`,
 * and `conflict` while a renewal is overdue or for a smaller plan after one that ends.
 */
export async function changeSubscription(
  context: SignedInContext,
  input: { plan: PlanName },
): Promise<Subscription> {
  const { db, log, now } = context;
  const userId = context.session.person.id;
  await getGrantingSubscription(context);
  // Counted before any call to the provider, since those are the cost that is limited.
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  return await withOwnSubscriberLock(context, async () => {
    try {
      return await change(context, input.plan);
    } catch (error) {
      if (!(error instanceof PaymentError)) throw error;
      log.warn({ userId, error }, "Plan not changed");
      throw apiError("checkout_failed", {}, sentence("errors.planNotChanged"));
    }
  });
}

/**
 * What changing the plan of the signed-in customer would cost now, and what the first full month costs and when. Throws what
 * `changeSubscription` throws for a change that is not possible.
 */
export async function previewSubscriptionChange(
  context: SignedInContext,
  { plan }: { plan: PlanName },
): Promise<{ dueNowCents: number; nextAmountCents: number; nextAt: string | null }> {
  const stored = await getGrantingSubscription(context);
  const subscriptionId = stored.providerSubscriptionId;
  const isNow = decide(stored, plan) === "now";
  try {
    const dueNowCents = isNow
      ? await context.payment.previewUpgrade({ subscriptionId, from: stored.plan, to: plan })
      : 0;
    const nextAt = stored.cancelsAtPeriodEnd ? null : stored.currentPeriodEndsAt.toISOString();
    return { dueNowCents, nextAmountCents: planByName(plan).priceCents, nextAt };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    context.log.warn({ userId: stored.userId, error }, "Change of plan not previewed");
    throw apiError("checkout_failed", {}, sentence("errors.planNotPreviewed"));
  }
}

async function getGrantingSubscription({
  db,
  session,
}: SignedInContext): Promise<GrantingSubscription> {
  const stored = await findGrantingSubscription(db, session.person.id);
  if (stored === undefined || stored.plan === null) throw apiError("no_subscription");
  return { ...stored, plan: stored.plan };
}

async function change(context: SignedInContext, wanted: PlanName): Promise<Subscription> {
  const before = await getGrantingSubscription(context);
  const subscriptionId = before.providerSubscriptionId;
  // The stored state may be older than a change during which a process died; a change based on it would bill twice.
  await applySubscription(context, subscriptionId);
  const stored = await getGrantingSubscription(context);
  const isAlreadyDone =
    stored.plan === wanted && before.plan !== wanted && stored.nextPlan === null;
  const takesEffect = isAlreadyDone ? null : decide(stored, wanted);
  if (takesEffect === null) return await readSubscription(context);
  const outcome = await context.payment.changePlan({
    subscriptionId,
    from: stored.plan,
    to: wanted,
    takesEffect,
    // A network retry has the same key; a change after this one has another version and so another key.
    idempotencyKey: `plan-${subscriptionId}-${stored.version}-${wanted}`,
  });
  await applySubscription(context, subscriptionId);
  if (outcome === "declined") throw apiError("card_declined");
  context.log.info({ userId: stored.userId, plan: wanted, takesEffect }, "Plan changed");
  return await readSubscription(context);
}

function decide(stored: GrantingSubscription, wanted: PlanName): "now" | "next_period" | null {
  const decision = decidePlanChange({ ...stored, status: stored.providerStatus }, wanted);
  switch (decision.kind) {
    case "now":
    case "next_period":
      return decision.kind;
    case "nothing":
      return null;
    case "same_plan":
      throw apiError("same_plan");
    case "overdue":
      throw apiError("conflict", {}, sentence("errors.planPaymentFailed"));
    case "ending":
      throw apiError("conflict", {}, sentence("errors.planEnding"));
  }
}

/**
 * Sets the plan of the signed-in customer to end with the paid period; until then it can be resumed. It ends at once
 * where the present period is not paid (overdue, unpaid, paused). A repeat changes nothing. Throws `no_subscription`,
 * `subscription_busy` and `subscription_not_changed`.
 */
export async function cancelSubscription(context: SignedInContext): Promise<Subscription> {
  await getOwnSubscription(context);
  return await withOwnSubscriberLock(context, async () => {
    const canceled = await changeAtProvider(context, () => cancel(context));
    context.log.info(canceled, "Subscription canceled");
    return await readSubscription(context);
  });
}

async function cancel(context: SignedInContext) {
  const { payment } = context;
  // The stored state may be older than the plan's end.
  const { userId, providerSubscriptionId: subscriptionId } =
    await getRefreshedSubscription(context);
  // First, so that no further month is billed while the present one is examined.
  await payment.setCancelAtPeriodEnd(subscriptionId, true);
  const isUnpaid = await voidUnpaidMonth(payment, subscriptionId);
  if (isUnpaid) await payment.cancelSubscription(subscriptionId);
  if (!(await applySubscription(context, subscriptionId))) throw apiError("no_subscription");
  return { userId, subscriptionId };
}

/**
 * Voids what is owed for the present month, which the provider rejects once it is paid, and returns whether the month is
 * unpaid and remains so. A void invoice may be left from a call during which a process died.
 */
async function voidUnpaidMonth(payment: Payment, subscriptionId: string): Promise<boolean> {
  const subscription = await payment.readSubscription(subscriptionId);
  if (subscription === null) return false;
  if (!isUnsettled(subscription.status) && !subscription.isNewestInvoiceVoid) return false;
  await payment.voidUnpaidInvoices(subscriptionId);
  return !isPeriodPaid(subscription, await payment.listPlanInvoices(subscriptionId));
}

/**
 * Undoes the cancellation of the signed-in customer, as long as the plan has not ended. A repeat changes nothing. Throws
 * `no_subscription`, `subscription_busy` and `subscription_not_changed`.
 */
export async function resumeSubscription(context: SignedInContext): Promise<Subscription> {
  const { payment, log } = context;
  return await withOwnSubscriberLock(context, async () => {
    const { userId, providerSubscriptionId: subscriptionId } = await getOwnSubscription(context);
    await changeAtProvider(context, async () => {
      await payment.setCancelAtPeriodEnd(subscriptionId, false);
      await applySubscription(context, subscriptionId);
    });
    log.info({ userId, subscriptionId }, "Subscription resumed");
    return await readSubscription(context);
  });
}

/**
 * The address of the provider's page on which the signed-in customer pays the open invoice of their subscription, or
 * gives another card where none is open. The result arrives as a provider event. Throws `no_subscription` and
 * `checkout_failed`.
 */
export async function settleSubscription(context: SignedInContext): Promise<{ url: string }> {
  const { payment, config, log } = context;
  const { providerSubscriptionId: subscriptionId } = await getOwnSubscription(context);
  try {
    const subscription = await payment.readSubscription(subscriptionId);
    if (subscription === null) throw apiError("no_subscription");
    const url = await payment.openSettlement({
      subscriptionId,
      customerId: subscription.customerId,
      returnUrl: `${config.publicUrl}/dashboard/settings`,
    });
    if (url === null) throw apiError("checkout_failed");
    return { url };
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ subscriptionId, error }, "The settlement page of a subscription was not opened");
    throw apiError("checkout_failed");
  }
}

/**
 * Ends the subscription of a customer at once, at the provider and here, without a refund. The audit entry is written
 * before the provider is called, so that no end goes unrecorded. Returns what was paid for months that are not over, such as a
 * renewal that was paid at the same moment.
 *
 * Throws `missing_information`, `own_account`, `no_subscription`, `subscription_busy` and `subscription_not_changed`.
 */
export async function endSubscription(
  context: SignedInContext,
  input: { userId: string; reason: string },
): Promise<{ payments: PaidMonth[] }> {
  if (input.reason === "") throw apiError("missing_information");
  return await withSubscriberLock(context, input.userId, () => end(context, input));
}

async function end(
  context: SignedInContext,
  { userId, reason }: { userId: string; reason: string },
): Promise<{ payments: PaidMonth[] }> {
  await context.actsOn(context.db, "plan", userId);
  const live = await findLiveSubscription(context.db, userId);
  if (live === undefined) throw apiError("no_subscription");
  const subscriptionId = live.providerSubscriptionId;
  await context.audit({
    before: { plan: live.plan, status: live.providerStatus, subscriptionId },
    reason,
  });
  await changeAtProvider(context, async () => {
    await context.payment.cancelSubscription(subscriptionId);
    await applySubscription(context, subscriptionId);
  });
  return { payments: await listPaidEndedMonths(context.db, userId, context.now()) };
}

/** The one subscription of the signed-in customer that may still be billed. Throws `no_subscription`. */
async function getOwnSubscription({ db, session }: SignedInContext): Promise<StoredSubscription> {
  const live = await findLiveSubscription(db, session.person.id);
  if (live === undefined) throw apiError("no_subscription");
  return live;
}

/**
 * The same after reading it again from the provider: the stored state may be older than a payment whose event is on its
 * way, or than a change during which a process died. Throws PaymentError.
 */
async function getRefreshedSubscription(context: SignedInContext): Promise<StoredSubscription> {
  const { providerSubscriptionId } = await getOwnSubscription(context);
  await applySubscription(context, providerSubscriptionId);
  return await getOwnSubscription(context);
}

/** Runs `work`, which calls the provider; a PaymentError of it becomes `subscription_not_changed`. */
async function changeAtProvider<T>(
  { log }: Pick<SignedInContext, "log">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error;
    log.warn({ error }, "A subscription was not changed");
    throw apiError("subscription_not_changed");
  }
}
