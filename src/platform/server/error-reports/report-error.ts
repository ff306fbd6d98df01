import type { SignedInContext } from "#platform/server/context.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { recordError } from "./record-error.ts";

type ErrorReport = {
  readonly errorMessage: string;
  readonly errorStack?: string | undefined;
  readonly source: string;
  readonly context?: string | undefined;
};

/** Stores the report with the account that sends it. Throws `too_many_requests` after 60 in an hour. */
export async function reportError(
  context: SignedInContext,
  report: ErrorReport,
): Promise<Record<string, never>> {
  const { db, now, session } = context;
  const userId = session.person.id;
  await countAttempt(db, "errorReportsPerAccount", userId, now());
  await recordError(db, {
    errorMessage: report.errorMessage,
    errorStack: report.errorStack ?? null,
    // A browser cannot report an error as the server's.
    source: report.source === "server" ? "browser" : report.source,
    context: report.context ?? null,
    userId,
    now: now(),
  });
  return {};
}
