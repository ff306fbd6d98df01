// Finds the checkout that a subscription came from.
import type { Db } from "#server/db/open.ts";
import { selectCheckout, type Checkout } from "./checkout-queries.ts";

/** The checkout of this id; undefined when there is none, or when the id cannot be one. */
export async function findCheckout(db: Db, checkoutId: string): Promise<Checkout | undefined> {
  const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(checkoutId);
  return isId ? await selectCheckout(db, checkoutId) : undefined;
}
