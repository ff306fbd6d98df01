import { randomUUID } from "node:crypto";
import type { SignedInContext } from "#platform/server/context.ts";
import { startDeposit } from "#money/server/wallet/deposits/start-deposit.ts";

/**
 * The specification's function create-wallet-deposit: like `startDeposit`, and every call is a new deposit. `userId` and
 * `userEmail` of the request are ignored, so that nobody can deposit for another user.
 */
export async function createWalletDeposit(
  context: SignedInContext,
  input: { amount: number | string },
): Promise<{ url: string }> {
  return await startDeposit(context, { amount: input.amount, idempotencyKey: randomUUID() });
}
