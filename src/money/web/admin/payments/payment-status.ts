import { t } from "./messages.ts";

/** The provider's statuses of charges, invoices, refunds and disputes. */
const paymentStatuses = [
  "succeeded",
  "paid",
  "pending",
  "failed",
  "canceled",
  "requires_action",
  "needs_response",
  "under_review",
  "lost",
  "unknown",
] as const;

/** The label of the provider's status of a payment; one that has no label begins with a capital letter. */
export function paymentStatusLabel(status: string): string {
  const known = paymentStatuses.find((one) => one === status);
  if (known !== undefined) return t(`admin-payments.status.${known}`);
  return status.charAt(0).toUpperCase() + status.slice(1);
}
