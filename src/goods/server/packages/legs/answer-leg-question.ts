import { apiError } from "#platform/contract/errors.ts";
import type { TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findLegQuestion, updateLegRow } from "./leg-queries.ts";

/**
 * Marks the question of `questionAt` about a leg, whose package must be locked, as answered; returns it, or null where
 * none is open. Throws `conflict` where another one is.
 */
export async function answerLegQuestion(
  db: Db,
  legId: string,
  { now, questionAt }: { readonly now: Date; readonly questionAt: Date },
): Promise<TrackingQuestion | null> {
  const open = await findLegQuestion(db, legId);
  if (open === undefined || open.question === null) return null;
  if (open.questionAt?.getTime() !== questionAt.getTime()) {
    throw apiError("conflict", { current: open.question });
  }
  await updateLegRow(db, legId, {
    question: null,
    questionAt: null,
    questionsAnsweredAt: now,
    updatedAt: now,
  });
  return open.question;
}
