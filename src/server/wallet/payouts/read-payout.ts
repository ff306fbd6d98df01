// The payout that the person signed in asked for last.
import type { Payout } from "#contract/users.ts";
import type { SignedInContext } from "#server/context.ts";
import { readPayoutsOf } from "./payouts.ts";

/** The open one, else the newest that ended; null when they never asked for one. */
export async function readPayout(context: SignedInContext): Promise<{ payout: Payout | null }> {
  const [payout = null] = await readPayoutsOf(context, context.session.person.id, 1);
  return { payout };
}
