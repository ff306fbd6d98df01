// Finds or inserts the checkout of a request: the only one of the customer that can be paid.
import { apiError } from "#platform/contract/errors.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import type { PlanServices } from "#money/server/plans/apply-subscription.ts";
import { lockSubscriber } from "#money/server/plans/lock-subscriber.ts";
import { closeCheckout } from "./close-checkout.ts";
import {
  findCheckoutByIdempotencyKey,
  findOpenCheckout,
  insertCheckout,
  type Checkout,
} from "./checkout-queries.ts";

type CheckoutRequest = {
  readonly userId: string;
  readonly plan: PlanName;
  readonly idempotencyKey: string;
};

const maxAttempts = 4;

/**
 * The checkout of this request, stored before the provider is called; a repeat finds the same. An earlier checkout that
 * is still open is closed first, at the provider too, so that nobody pays for two plans; where it was paid already, the
 * plan is granted instead.
 *
 * Throws `idempotency_key_reused` (other contents), `subscription_exists`, `too_many_requests`, `checkout_failed`.
 */
export async function claimCheckout(
  services: PlanServices,
  request: CheckoutRequest,
): Promise<Checkout> {
  const { db, now } = services;
  const { userId, idempotencyKey, plan } = request;
  const repeated = await findCheckoutByIdempotencyKey(db, userId, idempotencyKey);
  if (repeated !== undefined) return requireSamePlan(repeated, plan);
  await countAttempt(db, "checkoutsPerAccount", userId, now());
  for (let attempts = 0; attempts < maxAttempts; attempts += 1) {
    const earlier = await findOpenCheckout(db, userId);
    if (earlier !== undefined && earlier.idempotencyKey !== idempotencyKey) {
      await closeCheckout(services, earlier);
    }
    const claimed = await atomically(db, async (locked) => {
      const { hasLiveSubscription } = await lockSubscriber(locked, userId);
      const meanwhile = await findCheckoutByIdempotencyKey(locked, userId, idempotencyKey);
      if (meanwhile !== undefined) return requireSamePlan(meanwhile, plan);
      if (hasLiveSubscription) throw apiError("subscription_exists");
      if ((await findOpenCheckout(locked, userId)) !== undefined) return null;
      return await insertCheckout(locked, { ...request, createdAt: now() });
    });
    if (claimed !== null) return claimed;
  }
  throw apiError("checkout_failed");
}

function requireSamePlan(checkout: Checkout, plan: PlanName): Checkout {
  if (checkout.plan !== plan) throw apiError("idempotency_key_reused");
  return checkout;
}
