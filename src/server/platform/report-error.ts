// Keeps an error that a signed-in person's browser met, for staff to see.
import { refusal } from "#contract/problems.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { insertErrorLog } from "./store.ts";

type ErrorReport = {
  readonly errorMessage: string;
  readonly errorStack?: string | undefined;
  readonly source: string;
  readonly context?: string | undefined;
};

/** Writes the report under the account that sends it; refuses with `too_many_requests` after 60 in an hour. */
export async function reportError(
  context: SignedInContext,
  report: ErrorReport,
): Promise<Record<string, never>> {
  const { db, now, session } = context;
  const userId = session.person.id;
  if ((await countAttempt(db, "errorReportsPerAccount", userId, now())) === null) {
    throw refusal("too_many_requests");
  }
  await insertErrorLog(db, { ...report, userId, now: now() });
  return {};
}
