import type { Db } from "#platform/server/db/open.ts";
import { settleDeposit } from "./settle-deposit.ts";
import { listOpenSessionIds } from "./deposit-queries.ts";

type DepositServices = Parameters<typeof settleDeposit>[0];

/**
 * Expires the user's open checkouts before their account is closed, so that no money reaches a closed account, and
 * settles each: one that was paid meanwhile is credited. Throws PaymentError when the provider is unavailable.
 */
export async function endDeposits(services: DepositServices, userId: string): Promise<void> {
  for (const sessionId of await listOpenSessionIds(services.db, userId)) {
    await services.payment.expireCheckoutSession(sessionId);
    await settleDeposit(services, sessionId);
  }
}

/** Whether a deposit of the user is still pending. */
export async function hasOpenDeposit(db: Db, userId: string): Promise<boolean> {
  return (await listOpenSessionIds(db, userId)).length > 0;
}
