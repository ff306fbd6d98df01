// Shows a plan's payment in the history; it was paid by card, so it moves no balance.
import type { PlanName } from "#core/plan.ts";
import type { Db } from "#server/db/open.ts";
import { recordTransaction } from "./record-transaction.ts";

/**
 * Writes the payment of a plan's invoice into the person's history, once per invoice, in the database
 * transaction of `db`. An invoice over nothing is not shown. Throws when the same invoice was recorded
 * with another amount or person.
 */
export async function recordSubscriptionPayment(
  db: Db,
  paid: {
    readonly userId: string;
    readonly plan: PlanName;
    readonly amountCents: number;
    /** The provider's id of the invoice. */
    readonly invoiceId: string;
    readonly at: Date;
  },
): Promise<void> {
  const { userId, plan, amountCents, invoiceId, at } = paid;
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
  if (posted.kind === "refused") {
    throw new Error(`The payment of invoice ${invoiceId} was not recorded: ${posted.reason}.`);
  }
}
