import type { Payout } from "#money/contract/payouts.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { readUserPayouts } from "./describe-payout.ts";

/** The signed-in user's open payout, or the newest that has ended; null when they never requested one. */
export async function readPayout(context: SignedInContext): Promise<{ payout: Payout | null }> {
  const [payout = null] = await readUserPayouts(context, context.session.person.id, 1);
  return { payout };
}
