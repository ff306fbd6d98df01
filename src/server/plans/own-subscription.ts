// What the verbs about one's own subscription share: finding it, and asking the provider to change it.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { applySubscription } from "./apply-subscription.ts";
import { selectLive, type Subscription } from "./subscription-queries.ts";

/** The one subscription of whoever is signed in that may still bill. Refuses `no_subscription`. */
export async function ownSubscription({ db, session }: SignedInContext): Promise<Subscription> {
  const live = await selectLive(db, session.person.id);
  if (live === undefined) throw apiError("no_subscription");
  return live;
}

/**
 * The same as the provider has it now: what is kept may be from before a payment whose event is on its way, or before a
 * change during which a process died. Throws PaymentError.
 */
export async function refreshedSubscription(context: SignedInContext): Promise<Subscription> {
  const { providerSubscriptionId } = await ownSubscription(context);
  await applySubscription(context, providerSubscriptionId);
  return await ownSubscription(context);
}

/** Runs `work`, which asks the provider; refuses `subscription_not_changed` where that does not do as asked. */
export async function askProvider<T>(
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
