// Lets staff note that a payout was made, or will not be.
import { refusal } from "#contract/problems.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { atomically } from "#server/db/open.ts";
import { settlePayout } from "./closing/payouts.ts";
import { requireAll } from "./given-email.ts";
import { queuePayoutSettled } from "./office/letters.ts";

/**
 * Settles the request with a reason, which the customer is told and the audit log keeps; where the money went is
 * forgotten. The wallet stays as it is: what was paid is taken off it by an adjustment. Refusals:
 * `missing_information`, `not_found`, `conflict` (it is settled already).
 */
export async function settlePayoutRequest(
  context: SignedInContext,
  input: {
    readonly payoutRequestId: string;
    readonly isPaid: boolean;
    readonly reason: string;
  },
): Promise<Record<string, never>> {
  const { payoutRequestId, isPaid, reason } = input;
  requireAll(reason);
  const now = context.now();
  const actorId = context.session.person.id;
  await atomically(context.db, async (db) => {
    const settled = await settlePayout(db, payoutRequestId, { by: actorId, at: now, isPaid });
    if (settled === "not_found") throw refusal("not_found");
    if (settled === "settled_before") throw refusal("conflict");
    await recordAdminAction(db, {
      actorId,
      action: "people.settlePayoutRequest",
      target: settled.userId,
      before: { payoutRequestId, amountCents: settled.amountCents, isSettled: false },
      after: { isSettled: true, isPaid },
      reason,
      ipAddress: context.ipAddress,
      now,
    });
    const { email, amountCents } = settled;
    await queuePayoutSettled(context, db, { email, amountCents, isPaid, reason });
  });
  return {};
}
