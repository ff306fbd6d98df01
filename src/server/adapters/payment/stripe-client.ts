// The provider's official SDK, pointed at the provider, at another address, or at a stand-in in this process.
import Stripe from "stripe";
import { PaymentError } from "./payment.ts";

/** Where and as whom the provider is called. */
export type StripeAccess = {
  readonly secretKey: string;
  /** Address before `/v1/…`, possibly with a path of its own; null: the provider's. */
  readonly apiBase: string | null;
  /** Answers requests in place of the network. */
  readonly fetch?: (request: Request) => Promise<Response>;
  /** How long one try may take; 5 s unless told. */
  readonly timeoutMilliseconds?: number;
};

/** The provider's own address. */
export const providerBase = "https://api.stripe.com";
// Two tries and the pause between them stay well under what a person waits for a page.
const longestTryMilliseconds = 5_000;
const retries = 1;

/** The SDK for `access`. It never follows redirects, which would take the key elsewhere. */
export function createStripeClient(access: StripeAccess): Stripe {
  const base = (access.apiBase ?? providerBase).replace(/\/+$/, "");
  const send = access.fetch ?? ((request: Request) => fetch(request));
  return new Stripe(access.secretKey, {
    timeout: access.timeoutMilliseconds ?? longestTryMilliseconds,
    maxNetworkRetries: retries,
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

/** Whether the provider said that what was named does not exist. */
export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && error.code === "resource_missing";
}

function paymentErrorOf(error: InstanceType<typeof Stripe.errors.StripeError>): PaymentError {
  const request = error.requestId ? ` (request ${error.requestId})` : "";
  const sentence = `${error.message}${request}`;
  if (isMissing(error) && error.param === "customer") {
    return new PaymentError("customer_missing", sentence);
  }
  const status = error.statusCode ?? 0;
  const mayWorkLater = status === 0 || status === 409 || status === 429 || status >= 500;
  return new PaymentError(mayWorkLater ? "unavailable" : "rejected", sentence);
}

/**
 * Runs `work` and puts the provider's errors into our words. Of theirs only sentence and request id are
 * kept: the rest holds headers, and with them the key.
 */
export async function withPaymentErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError) throw paymentErrorOf(error);
    throw error;
  }
}
