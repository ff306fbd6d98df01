import type { TrackingQuestion } from "#core/tracking-rules.ts";
import type { Db } from "#server/db/open.ts";
import { findLegQuestion, updateLegRow } from "./leg-queries.ts";

/** Marks the question about a leg, whose package must be locked, as answered; returns it, or null where there was none. */
export async function answerLegQuestion(
  db: Db,
  legId: string,
  now: Date,
): Promise<TrackingQuestion | null> {
  const question = await findLegQuestion(db, legId);
  if (question === null) return null;
  await updateLegRow(db, legId, {
    question: null,
    questionAt: null,
    questionsAnsweredAt: now,
    updatedAt: now,
  });
  return question;
}
