import type { AppServices } from "#platform/server/context.ts";
import { PaymentError } from "#money/server/adapters/payment/payment.ts";
import { deleteCustomer, findCustomerContact } from "./customer-queries.ts";

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
  if (contact === null) return;
  const { customerId } = contact;
  try {
    await payment.updateCustomer(contact);
    log.info({ customerId }, "Customer's email updated at the provider");
  } catch (error) {
    if (!(error instanceof PaymentError && error.reason === "customer_missing")) throw error;
    await deleteCustomer(db, userId, customerId);
  }
}
