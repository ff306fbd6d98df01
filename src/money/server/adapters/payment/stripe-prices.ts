import type Stripe from "stripe";
import { brandName } from "#platform/rules/brand.ts";
import { parsePlanName, planByName } from "#catalogue/rules/plan.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

export type StripePrices = {
  /** The id of the price of a plan at its current amount; created when there is none. */
  priceOf(plan: PlanName): Promise<string>;
  /** The plan that a price bills, also an old price; null when it bills no plan. */
  planOf(price: string | Stripe.Price): Promise<PlanName | null>;
};

/** Prices in the provider's catalogue. The plan of a price never changes, so it is read once. */
export function createStripePrices(stripe: Stripe): StripePrices {
  const plansByPrice = new Map<string, PlanName | null>();
  return {
    priceOf: (plan) => findOrCreatePrice(stripe, plan),
    async planOf(price) {
      if (typeof price !== "string") return planIn(price);
      const cached = plansByPrice.get(price);
      if (cached !== undefined) return cached;
      const plan = planIn(await stripe.prices.retrieve(price));
      plansByPrice.set(price, plan);
      return plan;
    },
  };
}

// The lookup key moves to the new price when a plan's price changes; the metadata stay with the old price.
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
    // Two servers that find no price at the same time create one.
    { idempotencyKey: `${lookupKey}-${priceCents}-after-${found?.id ?? "none"}` },
  );
  return price.id;
}
