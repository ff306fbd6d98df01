import { apiError } from "#platform/contract/errors.ts";
import type { Hold } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { endHold } from "./end-hold.ts";
import { updatePendingTransaction } from "#money/server/wallet/transaction-queries.ts";

/**
 * Releases a hold: its amount can be spent again, and its pending transaction is canceled. A repeat changes nothing.
 * Throws what `endHold` throws, and `missing_information` without a reason.
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
    write: (db, hold) => updatePendingTransaction(db, hold.transactionId, "canceled"),
  });
}
