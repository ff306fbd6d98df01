import { decimalText } from "#platform/rules/money.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { verifyDeposit } from "#money/server/wallet/deposits/verify-deposit.ts";

/** The specification's function verify-wallet-deposit: like `verifyDeposit`, with the amount in dollars. */
export async function verifyWalletDeposit(
  context: SignedInContext,
  input: { sessionId: string },
): Promise<{ success: boolean; amount: number | null; message: string }> {
  const { success, amountCents, message } = await verifyDeposit(context, input);
  return {
    success,
    amount: amountCents === null ? null : Number(decimalText(amountCents)),
    message,
  };
}
