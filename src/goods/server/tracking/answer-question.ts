import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { changeLeg } from "#goods/server/packages/change-shipment.ts";
import { answerLegQuestion } from "#goods/server/packages/legs/answer-leg-question.ts";
import { answerParcelQuestion } from "./answer-parcel-question.ts";
import { findTrackerOfLeg } from "./holder-queries.ts";

type Answer = {
  readonly subjectId: string;
  readonly questionAt: string;
  readonly note: string;
};

/** Marks what a carrier reported about a leg or inbound parcel as dealt with; what it reports later is asked about again. Throws `not_found`, and `conflict` where another question is open than the one that was shown. */
export async function answerQuestion(
  context: SignedInContext,
  { subjectId, questionAt, note }: Answer,
): Promise<Record<string, never>> {
  const answer = { now: context.now(), questionAt: new Date(questionAt) };
  const leg = await findTrackerOfLeg(context.db, subjectId);
  if (leg === undefined) {
    await answerParcelQuestion(context, subjectId, { ...answer, note });
    return {};
  }
  await changeLeg(context, subjectId, async (db) => {
    const question = await answerLegQuestion(db, subjectId, answer);
    if (question === null) return;
    await recordAdminAction(context, db, {
      action: "tracking.answerQuestion",
      target: subjectId,
      before: { packageId: leg.packageId, question },
      reason: note,
    });
  });
  return {};
}
