import Stripe from "stripe";
import { PaymentError } from "./payment.ts";
import { brandName } from "#platform/rules/brand.ts";
import { parsePlanName, planByName } from "#catalogue/rules/plan.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

export type StripeAccess = {
  readonly secretKey: string;
  /** The URL before `/v1/…`, possibly with a path; null: the provider's own. */
  readonly apiBase: string | null;
  /** Sends requests in place of the network, for the sandbox. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** Of one attempt; 5 s by default. */
  readonly timeoutMilliseconds?: number;
};

export const providerBase = "https://api.stripe.com";
// Two attempts and the pause between them stay below the time that a user waits for a page.
const defaultTimeoutMilliseconds = 5_000;
const maximumRetries = 1;

/** The SDK for `access`. It never follows redirects, which would send the key to another server. */
export function createStripeClient(access: StripeAccess): Stripe {
  const base = (access.apiBase ?? providerBase).replace(/\/+$/, "");
  const send = access.fetch ?? ((request: Request) => fetch(request));
  return new Stripe(access.secretKey, {
    timeout: access.timeoutMilliseconds ?? defaultTimeoutMilliseconds,
    maxNetworkRetries: maximumRetries,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient((url: string | URL | Request, init?: RequestInit) => {
      const { pathname, search } = new URL(url instanceof Request ? url.url : url);
      return send(new Request(`${base}${pathname}${search}`, { ...init, redirect: "error" }));
    }),
  });
}

/** Whether the key moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^[a-z]+_live_/.test(secretKey);
}

/** Whether the provider answered that the resource does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

function paymentErrorOf(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentError {
  const request = error.requestId ? ` (request ${error.requestId})` : "";
  const message = `${error.message}${request}`;
  if (isMissing(error) && error.param === "customer") {
    return new PaymentError("customer_missing", message);
  }
  const status = error.statusCode ?? 0;
  const isRetryable = status === 0 || status === 409 || status === 429 || status >= 500;
  return new PaymentError(isRetryable ? "unavailable" : "rejected", message);
}

/**
 * Runs `work` and turns the SDK's errors into PaymentError. Only message and request id are copied: the rest contains
 * headers, and with them the secret key.
 */
export async function withPaymentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw paymentErrorOf(error);
    throw error;
  }
}

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

/** `rejected`: the key is unknown to the provider, or lacks a permission. */
type AccessCheck = "accepted" | "rejected" | "unavailable";

/** Whether the provider at `access.apiBase` accepts the key for the product's calls; times out within seconds. */
export async function checkAccess(access: StripeAccess): Promise<AccessCheck> {
  const stripe = createStripeClient(access);
  try {
    const list = await stripe.checkout.sessions.list({ limit: 1 });
    // Another server may answer at that address, with anything.
    return Array.isArray(list.data) ? "accepted" : "unavailable";
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
    return status === 401 || status === 403 ? "rejected" : "unavailable";
  }
}
