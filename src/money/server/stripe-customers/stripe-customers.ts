import {
  findCustomerId,
  deleteCustomer,
  insertCustomer,
  findCustomerContact,
} from "./customer-queries.ts";
import { createHash } from "node:crypto";
import type { AppServices } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";

type CustomerServices = Pick<AppServices, "db" | "payment" | "now">;
type Payer = { readonly id: string; readonly email: string; readonly fullName: string };

/**
 * Runs `work` with the id of the user's customer at the provider, created when there is none yet. When the customer no
 * longer exists at the provider (it was deleted there, or the account was changed), a new one is created and `work`
 * runs once more. Throws PaymentError.
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
  const storedId = await findCustomerId(db, payer.id);
  if (storedId !== undefined) return storedId;
  const { id: userId, email, fullName: name } = payer;
  // The provider rejects a key that is reused with other contents, so the key is a hash of them.
  const contents = JSON.stringify([userId, email, name, missingCustomerId]);
  const idempotencyKey = `customer-${createHash("sha256").update(contents).digest("hex")}`;
  const customerId = await payment.createCustomer({ userId, email, name, idempotencyKey });
  return await insertCustomer(db, { userId, customerId, at: now() });
}

/**
 * Job: gives the user's customer at the provider the user's current email, which receipts go to. A customer that no
 * longer exists at the provider is deleted here, and the next checkout creates another. Throws PaymentError when it has
 * to be retried.
 */
export async function updateCustomer(
  { db, payment, log }: Pick<AppServices, "db" | "payment" | "log">,
  { userId }: { readonly userId: string },
): Promise<void> {
  const contact = await findCustomerContact(db, userId);
  if (contact === undefined) return;
  const { customerId } = contact;
  try {
    await payment.updateCustomer(contact);
    log.info({ customerId }, "Customer's email updated at the provider");
  } catch (error) {
    if (!(error instanceof PaymentError && error.reason === "customer_missing")) throw error;
    await deleteCustomer(db, userId, customerId);
  }
}
