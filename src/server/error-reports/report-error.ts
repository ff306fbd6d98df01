// Keeps an error that a signed-in person's browser met, for staff to see.
import { apiError } from "#contract/errors.ts";
import type { SignedInContext } from "#server/context.ts";
import { countAttempt } from "#server/limits/count-attempt.ts";
import { insertError } from "./insert-error.ts";

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
    throw apiError("too_many_requests");
  }
  await insertError(db, {
    errorMessage: report.errorMessage,
    errorStack: report.errorStack ?? null,
    // Whatever a browser calls itself, it is not the server.
    source: report.source === "server" ? "browser" : report.source,
    context: report.context ?? null,
    userId,
    now: now(),
  });
  return {};
}
