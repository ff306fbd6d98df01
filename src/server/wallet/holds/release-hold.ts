// Staff give free what a hold has set aside.
import { apiError } from "#contract/errors.ts";
import type { Hold } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { endHold } from "./end-hold.ts";
import { endPendingTransaction } from "#server/wallet/ledger-queries.ts";

/**
 * Releases a hold: its amount can be spent again, and its pending row is canceled. A repeat answers as before.
 * Refuses what `endHold` does, and `missing_information` without a reason.
 */
export async function releaseHold(
  context: SignedInContext,
  input: { holdId: string; reason: string },
): Promise<{ hold: Hold; balanceCents: number }> {
  if (input.reason === "") throw apiError("missing_information");
  return await endHold(context, input.holdId, {
    action: "wallet.releaseHold",
    state: "released",
    settledCents: null,
    reason: input.reason,
    write: (db, hold) => endPendingTransaction(db, hold.transactionId, "canceled"),
  });
}
