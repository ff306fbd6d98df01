// Asks the payment provider whether it takes a key, without changing anything there.
import Stripe from "stripe";
import { createStripeClient, isLiveKey, type StripeAccess } from "./stripe-client.ts";

export { isLiveKey };
export { providerBase } from "./stripe-client.ts";

/** `refused`: the provider does not know the key, or it may not do what is needed. */
export type AccessCheck = "accepted" | "rejected" | "unavailable";

/** Whether the provider at `access.apiBase` takes the key for what the product does; gives up within seconds. */
export async function checkAccess(access: StripeAccess): Promise<AccessCheck> {
  const stripe = createStripeClient(access);
  try {
    const list = await stripe.checkout.sessions.list({ limit: 1 });
    // Something else than the provider may answer there, and anything at all.
    return Array.isArray(list.data) ? "accepted" : "unavailable";
  } catch (error) {
    const status = error instanceof Stripe.errors.StripeError ? (error.statusCode ?? 0) : 0;
    return status === 401 || status === 403 ? "rejected" : "unavailable";
  }
}
