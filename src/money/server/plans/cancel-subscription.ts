import type { Subscription } from "#money/contract/plans.ts";
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Payment } from "#money/server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withOwnSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { isPeriodPaid, isUnsettled } from "./plan-state.ts";
import {
  changeAtProvider,
  getOwnSubscription,
  getRefreshedSubscription,
} from "./change-at-provider.ts";
import { readSubscription } from "./read-subscription.ts";

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
