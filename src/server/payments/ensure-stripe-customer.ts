// Finds the provider's customer for one of our people, or has one made.
import { createHash } from "node:crypto";
import type { AppServices } from "#server/context.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { deleteCustomer, insertCustomer, readCustomer } from "./payment-queries.ts";

type CustomerServices = Pick<AppServices, "db" | "payment" | "now">;
type Payer = { readonly id: string; readonly email: string; readonly fullName: string };

/**
 * Runs `work` with the id of the person's customer at the provider, made when there is none yet. Where the
 * provider no longer knows the customer (it was deleted there, or the account was changed), another
 * is made and `work` runs once more. Throws PaymentError.
 */
export async function ensureStripeCustomer<T>(
  services: CustomerServices,
  payer: Payer,
  work: (customerId: string) => Promise<T>,
): Promise<T> {
  const customerId = await findOrCreateCustomer(services, payer, null);
  try {
    return await work(customerId);
  } catch (error) {
    if (!(error instanceof PaymentError && error.reason === "customer_missing")) throw error;
    await deleteCustomer(services.db, payer.id, customerId);
    return await work(await findOrCreateCustomer(services, payer, customerId));
  }
}

async function findOrCreateCustomer(
  { db, payment, now }: CustomerServices,
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
  return await insertCustomer(db, { userId, customerId, at: now() });
}
