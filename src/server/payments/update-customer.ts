// Passes a person's changed address on to the payment provider, whose receipts go there; a job.
import type { AppServices } from "#server/context.ts";
import { PaymentError } from "#server/adapters/payment/payment.ts";
import { deleteCustomer, readCustomerContact } from "./payment-queries.ts";

/**
 * Gives the provider's customer of the person the address that they have now, however many changes there were. Somebody
 * without a customer there needs nothing, and one that the provider no longer knows is forgotten: the next checkout
 * makes another. Throws PaymentError when it is to be tried again.
 */
export async function updateCustomer(
  { db, payment, log }: Pick<AppServices, "db" | "payment" | "log">,
  { userId }: { readonly userId: string },
): Promise<void> {
  const contact = await readCustomerContact(db, userId);
  if (contact === null) return;
  const { customerId } = contact;
  try {
    await payment.updateCustomer(contact);
    log.info({ customerId }, "Customer's address passed on");
  } catch (error) {
    if (!(error instanceof PaymentError && error.reason === "customer_missing")) throw error;
    await deleteCustomer(db, userId, customerId);
  }
}
