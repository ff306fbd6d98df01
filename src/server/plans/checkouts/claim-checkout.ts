// Gives somebody's request its checkout, the only one of theirs that can be paid.
import { refusal } from "#contract/problems.ts";
import type { PlanName } from "#core/plan.ts";
import { atomically } from "#server/db/open.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import type { PlanParts } from "#server/plans/apply-subscription.ts";
import { lockSubscriber } from "#server/plans/lock-subscriber.ts";
import { closeCheckout } from "./close-checkout.ts";
import {
  insertCheckout,
  selectCheckoutOfRequest,
  selectOpenCheckout,
  type Checkout,
} from "./store.ts";

type CheckoutRequest = {
  readonly userId: string;
  readonly plan: PlanName;
  readonly requestKey: string;
};

const mostRounds = 4;

/**
 * The checkout of this request, kept before the provider is asked for it; a repeat finds the same. An earlier checkout
 * that is still open is closed first, at the provider too, so that nobody pays for two plans; where it was paid
 * already, the plan is granted instead.
 *
 * Refuses `request_key_reused` (other contents), `subscription_exists`, `too_many_requests`, `checkout_failed`.
 */
export async function claimCheckout(parts: PlanParts, request: CheckoutRequest): Promise<Checkout> {
  const { db, now } = parts;
  const { userId, requestKey, plan } = request;
  const repeated = await selectCheckoutOfRequest(db, userId, requestKey);
  if (repeated !== undefined) return sameRequest(repeated, plan);
  if ((await countAttempt(db, "checkoutsPerAccount", userId, now())) === null) {
    throw refusal("too_many_requests");
  }
  for (let rounds = 0; rounds < mostRounds; rounds += 1) {
    const earlier = await selectOpenCheckout(db, userId);
    if (earlier !== undefined && earlier.requestKey !== requestKey) {
      await closeCheckout(parts, earlier);
    }
    const claimed = await atomically(db, async (locked) => {
      const { hasLiveSubscription } = await lockSubscriber(locked, userId);
      const meanwhile = await selectCheckoutOfRequest(locked, userId, requestKey);
      if (meanwhile !== undefined) return sameRequest(meanwhile, plan);
      if (hasLiveSubscription) throw refusal("subscription_exists");
      if ((await selectOpenCheckout(locked, userId)) !== undefined) return null;
      return await insertCheckout(locked, { ...request, createdAt: now() });
    });
    if (claimed !== null) return claimed;
  }
  throw refusal("checkout_failed");
}

function sameRequest(checkout: Checkout, plan: PlanName): Checkout {
  if (checkout.plan !== plan) throw refusal("request_key_reused");
  return checkout;
}
