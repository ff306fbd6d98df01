import { apiError } from "#contract/errors.ts";
import { recordAdminAction } from "#server/audit/record-admin-action.ts";
import type { SignedInContext } from "#server/context.ts";
import { changeLeg } from "#server/packages/change-shipment.ts";
import { answerLegQuestion } from "#server/packages/legs/answer-leg-question.ts";
import { findTrackerOfLeg } from "./tracker-queries.ts";

/** Marks what a carrier reported about a leg as dealt with; what it reports later is asked about again. Throws `not_found`. */
export async function answerQuestion(
  context: SignedInContext,
  { legId }: { readonly legId: string },
): Promise<Record<string, never>> {
  const leg = await findTrackerOfLeg(context.db, legId);
  if (leg === undefined) throw apiError("not_found");
  await changeLeg(context, legId, async (db) => {
    const question = await answerLegQuestion(db, legId, context.now());
    await recordAdminAction(context, db, {
      action: "tracking.answerQuestion",
      target: legId,
      before: { packageId: leg.packageId, question },
    });
  });
  return {};
}
