// The SQL about what was paid for months of plans that ended before these were over.
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A paid invoice, with the end of the month for which it was paid. */
export type PaidMonthRow = {
  readonly invoiceId: string;
  readonly plan: PlanName;
  readonly amountCents: bigint;
  readonly paidAt: Date;
  readonly periodEndsAt: Date;
};

/** What a customer paid by card for months that end after `now`, of subscriptions that have ended; the oldest first. */
export async function listPaidMonthRows(
  db: Db,
  userId: string,
  now: Date,
): Promise<PaidMonthRow[]> {
  return await db
    .selectFrom("planPayments as payments")
    .innerJoin("planPeriods as months", "months.id", "payments.periodId")
    .innerJoin("subscriptions", "subscriptions.id", "months.subscriptionId")
    .select(["payments.invoiceId", "payments.plan", "payments.amountCents", "payments.paidAt"])
    .select("months.endsAt as periodEndsAt")
    .where("months.userId", "=", userId)
    .where("months.endsAt", ">", now)
    .where("subscriptions.isLive", "=", false)
    .where("payments.amountCents", ">", 0n)
    .orderBy("payments.paidAt")
    .orderBy("payments.invoiceId")
    .execute();
}
