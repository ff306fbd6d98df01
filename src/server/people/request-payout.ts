// Asks staff to pay out what is left in the own wallet.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { lockObstacles } from "./closing/obstacles.ts";
import { keepPayoutRequest } from "./closing/payouts.ts";
import { requireAll } from "./given-email.ts";
import { requireFreshProof } from "./require-fresh-proof.ts";

/**
 * Keeps the request for staff, with `details` on where the money is to go. It moves no money: staff pay it out and
 * adjust the wallet. Refusals: `fresh_proof_required`, `missing_information`, `nothing_to_pay_out`,
 * `payout_requested` (one at a time).
 */
export async function requestPayout(
  context: SignedInContext,
  input: { readonly details: string },
): Promise<{ amountCents: number; createdAt: string }> {
  requireFreshProof(context);
  requireAll(input.details);
  const now = context.now();
  const userId = context.session.person.id;
  const amountCents = await atomically(context.db, async (db) => {
    const { balanceCents } = await lockObstacles(context, db);
    if (balanceCents <= 0) throw refusal("nothing_to_pay_out");
    const request = { userId, amountCents: balanceCents, details: input.details, now };
    if (!(await keepPayoutRequest({ ...context, db }, request))) throw refusal("payout_requested");
    return balanceCents;
  });
  context.log.info({ userId, amountCents }, "Payout requested");
  return { amountCents, createdAt: now.toISOString() };
}
