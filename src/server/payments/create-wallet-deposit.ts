// The specification's function create-wallet-deposit: opens a deposit's hosted checkout.
import { randomUUID } from "node:crypto";
import type { SignedInContext } from "#server/context.ts";
import { startDeposit } from "#server/wallet/deposits/start-deposit.ts";

/**
 * Opens the checkout and returns its address. Whoever is signed in deposits: `userId` and `userEmail` of
 * the request are part of its shape and decide nothing. Every call is a deposit of its own.
 */
export async function createWalletDeposit(
  context: SignedInContext,
  input: { amount: number | string },
): Promise<{ url: string }> {
  return await startDeposit(context, { amount: input.amount, idempotencyKey: randomUUID() });
}
