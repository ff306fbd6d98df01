// Finds the provider's customer for one of our people, or has one made.
import { createHash } from "node:crypto";
import type { Parts } from "#server/context.ts";
import { PaymentError } from "#server/outside/payment/payment.ts";
import { forgetCustomer, keepCustomer, readCustomer } from "./store.ts";

type CustomerParts = Pick<Parts, "db" | "payment" | "now">;
type Payer = { readonly id: string; readonly email: string; readonly fullName: string };

/**
 * Runs `work` with the id of the person's customer at the provider, made when there is none yet. Where the
 * provider no longer knows the customer (it was deleted there, or the account was changed), another
 * is made and `work` runs once more. Throws PaymentError.
 */
export async function withCustomer<T>(
  parts: CustomerParts,
  payer: Payer,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await findOrCreateCustomer(parts, payer, null);
  try {
    return await work(customerId);
  } catch (error) {
    if (!(error instanceof PaymentError && error.reason === "customer_missing")) throw error;
    await forgetCustomer(parts.db, payer.id, customerId);
    return await work(await findOrCreateCustomer(parts, payer, customerId));
  }
}

async function findOrCreateCustomer(
  { db, payment, now }: CustomerParts,
  payer: Payer,
  missingCustomerId: string | null,
): Promise<string> {
  const known = await readCustomer(db, payer.id);
  if (known !== null) return known;
  const { id: userId, email, fullName: name } = payer;
  // The provider refuses a key that comes back with other contents, so the contents are part of it.
  const contents = JSON.stringify([userId, email, name, missingCustomerId]);
  const idempotencyKey = `customer-${createHash("sha256").update(contents).digest("hex")}`;
  const customerId = await payment.createCustomer({ userId, email, name, idempotencyKey });
  return await keepCustomer(db, { userId, customerId, at: now() });
}
