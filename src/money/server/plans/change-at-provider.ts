// What the operations on the own subscription share: finding it, and changing it at the provider.
import { apiError } from "#platform/contract/errors.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import {
  findLiveSubscription,
  type Subscription as StoredSubscription,
} from "./subscription-queries.ts";

/** The one subscription of the signed-in customer that may still be billed. Throws `no_subscription`. */
export async function getOwnSubscription({
  db,
  session,
}: SignedInContext): Promise<StoredSubscription> {
  const live = await findLiveSubscription(db, session.person.id);
  if (live === undefined) throw apiError("no_subscription");
  return live;
}

/**
 * The same after reading it again from the provider: the stored state may be older than a payment whose event is on its
 * way, or than a change during which a process died. Throws PaymentError.
 */
export async function getRefreshedSubscription(
  context: SignedInContext,
): Promise<StoredSubscription> {
  const { providerSubscriptionId } = await getOwnSubscription(context);
  await applySubscription(context, providerSubscriptionId);
  return await getOwnSubscription(context);
}

/** Runs `work`, which calls the provider; a PaymentError of it becomes `subscription_not_changed`. */
export async function changeAtProvider<T>(
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
