import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { recordTransaction } from "./record-transaction.ts";

/**
 * Records the payment of a plan's invoice in the user's history, once per invoice, in the database transaction of `db`.
 * It was paid by card, so it moves no balance. An invoice over nothing is not recorded. Throws an Error when the same
 * invoice was recorded with another amount or user.
 */
export async function recordSubscriptionPayment(
  db: Db,
  payment: {
    readonly userId: string;
    readonly plan: PlanName;
    readonly amountCents: number;
    /** The provider's id of the invoice. */
    readonly invoiceId: string;
    readonly at: Date;
  },
): Promise<void> {
  const { userId, plan, amountCents, invoiceId, at } = payment;
  if (amountCents === 0) return;
  const posted = await recordTransaction(db, {
    idempotencyKey: `subscription:${invoiceId}`,
    request: { plan },
    userId,
    type: "subscription",
    amountCents,
    metadata: { plan, invoiceId },
    at,
  });
  if (posted.kind === "rejected") {
    throw new Error(`The payment of invoice ${invoiceId} was not recorded: ${posted.reason}.`);
  }
}
