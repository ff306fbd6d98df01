// Ends the deposits of somebody who leaves that are not paid yet, so that no money comes to a closed account.
import type { Db } from "#server/db/open.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { selectOpenSessions } from "./open-deposit-queries.ts";

export { lockOpenAccount } from "./open-deposit-queries.ts";

type Needed = Parameters<typeof settleDeposit>[0];

/**
 * Ends the open checkouts at the provider and settles each by what the provider says of it then: one that was paid
 * meanwhile is credited. Throws PaymentError when the provider cannot be asked.
 */
export async function endDeposits(parts: Needed, userId: string): Promise<void> {
  for (const sessionId of await selectOpenSessions(parts.db, userId)) {
    await parts.payment.expireCheckoutSession(sessionId);
    await settleDeposit(parts, sessionId);
  }
}

/** Whether a deposit may still be paid, or is paid and has not arrived. */
export async function hasOpenDeposit(db: Db, userId: string): Promise<boolean> {
  return (await selectOpenSessions(db, userId)).length > 0;
}
