import { apiError } from "#platform/contract/errors.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { actsOnParcels } from "#goods/server/inbound-parcels/acts-on-parcels.ts";
import { renewUse } from "#tracking/server/tracking/follow-numbers.ts";
import { findParcelQuestion, touchParcel } from "./parcel-question-queries.ts";

/**
 * Marks the question of `questionAt` about an inbound parcel as answered: its number is in use anew, and what was received
 * before asks nothing more. Throws `not_found`, and `conflict` where another one is open.
 */
export async function answerParcelQuestion(
  context: SignedInContext,
  inboundParcelId: string,
  {
    now,
    questionAt,
    note,
  }: { readonly now: Date; readonly questionAt: Date; readonly note: string },
): Promise<void> {
  await atomically(context.db, async (db) => {
    // Open pages learn of it, and two answers come one after the other.
    if (!(await touchParcel(db, inboundParcelId, now))) throw apiError("not_found");
    await actsOnParcels(context, db, [inboundParcelId]);
    const open = await findParcelQuestion(db, inboundParcelId);
    if (open === undefined) return;
    if (open.questionAt.getTime() !== questionAt.getTime()) {
      throw apiError("conflict", { current: open.question });
    }
    await renewUse(db, { ...open, inboundParcelId }, now);
    await recordAdminAction(context, db, {
      action: "tracking.answerQuestion",
      target: inboundParcelId,
      before: { inboundParcelId, question: open.question },
      reason: note,
    });
  });
}
