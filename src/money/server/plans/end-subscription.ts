import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { applySubscription } from "./apply-subscription.ts";
import { withSubscriberLock } from "./locks/with-subscriber-lock.ts";
import { changeAtProvider } from "./change-at-provider.ts";
import { listPaidEndedMonths, type PaidMonth } from "./refunds/read-paid-months.ts";
import { findLiveSubscription } from "./subscription-queries.ts";

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
  await recordAdminAction(context, context.db, {
    action: "plans.endSubscription",
    target: userId,
    before: { plan: live.plan, status: live.providerStatus, subscriptionId },
    reason,
  });
  await changeAtProvider(context, async () => {
    await context.payment.cancelSubscription(subscriptionId);
    await applySubscription(context, subscriptionId);
  });
  return { payments: await listPaidEndedMonths(context.db, userId, context.now()) };
}
