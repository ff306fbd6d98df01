import Stripe from "stripe";
import { PaymentError } from "./payment.ts";

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
