import Stripe from "stripe";
import { createStripeClient, type StripeAccess } from "./stripe-client.ts";

/** `rejected`: the key is unknown to the provider, or lacks a permission. */
export type AccessCheck = "accepted" | "rejected" | "unavailable";

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
