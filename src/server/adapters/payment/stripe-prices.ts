// The plans' prices in the provider's catalogue: found by name, made when missing, and told apart again.
import type Stripe from "stripe";
import { brandName } from "#core/brand.ts";
import { parsePlanName, planByName, type PlanName } from "#core/plan.ts";

/** Finds the price of a plan, and the plan of a price. */
export type StripePrices = {
  /** The id of the price that bills a plan, as dear as the plan is now; made when there is none. */
  priceOf(plan: PlanName): Promise<string>;
  /** The plan that a price bills, also one that is sold no longer; null when it is none of ours. */
  planOf(price: string | Stripe.Price): Promise<PlanName | null>;
};

/** Opens the catalogue; what a price says of itself never changes, so it is asked for once. */
export function openStripePrices(stripe: Stripe): StripePrices {
  const plansByPrice = new Map<string, PlanName | null>();
  return {
    priceOf: (plan) => findOrCreatePrice(stripe, plan),
    async planOf(price) {
      if (typeof price !== "string") return planIn(price);
      const known = plansByPrice.get(price);
      if (known !== undefined) return known;
      const plan = planIn(await stripe.prices.retrieve(price));
      plansByPrice.set(price, plan);
      return plan;
    },
  };
}

// The lookup key moves on to a new price when a plan becomes dearer; the metadata stay with the old one.
function planIn(price: Stripe.Price): PlanName | null {
  return parsePlanName(price.metadata["plan"] ?? "");
}

async function findOrCreatePrice(stripe: Stripe, plan: PlanName): Promise<string> {
  const lookupKey = `plan_${plan.toLowerCase()}_monthly`;
  const { priceCents } = planByName(plan);
  const [found] = (await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 }))
    .data;
  if (found?.unit_amount === priceCents && found.currency === "usd" && planIn(found) === plan) {
    return found.id;
  }
  const price = await stripe.prices.create(
    {
      currency: "usd",
      unit_amount: priceCents,
      recurring: { interval: "month" },
      product_data: { name: `${brandName} ${plan}` },
      lookup_key: lookupKey,
      transfer_lookup_key: true,
      metadata: { plan },
    },
    // Two that find no price at the same time make one.
    { idempotencyKey: `${lookupKey}-${priceCents}-after-${found?.id ?? "none"}` },
  );
  return price.id;
}
