// Lets staff note that a payout was made, or will not be.
import { refusal } from "#contract/problems.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { settlePayout } from "./closing/payouts.ts";
import { requireAll } from "./given-email.ts";

/**
 * Settles the request with a reason, which the audit log keeps; where the money went is forgotten. Refusals:
 * `missing_information`, `not_found`, `conflict` (it is settled already).
 */
export async function settlePayoutRequest(
  context: SignedInContext,
  input: { readonly payoutRequestId: string; readonly reason: string },
): Promise<Record<string, never>> {
  const { payoutRequestId, reason } = input;
  requireAll(reason);
  const now = context.now();
  const actorId = context.session.person.id;
  await atomically(context.db, async (db) => {
    const settled = await settlePayout(db, payoutRequestId, { by: actorId, at: now });
    if (settled === "not_found") throw refusal("not_found");
    if (settled === "settled_before") throw refusal("conflict");
    await recordAdminAction(db, {
      actorId,
      action: "people.settlePayoutRequest",
      target: settled.userId,
      before: { payoutRequestId, amountCents: settled.amountCents, isSettled: false },
      after: { isSettled: true },
      reason,
      ipAddress: context.ipAddress,
      now,
    });
  });
  return {};
}
