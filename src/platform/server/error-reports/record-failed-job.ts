import type { AppServices } from "#platform/server/context.ts";
import { recordError } from "./record-error.ts";

/** A job that failed on its last attempt; `reason` is the message of that error. */
type FailedJob = { readonly job: string; readonly tries: number; readonly reason: string };

/** Records the job as an error. Runs as a job itself, so that it is not lost while the database is unavailable. */
export async function recordFailedJob(
  { db, now }: Pick<AppServices, "db" | "now">,
  { job, tries, reason }: FailedJob,
): Promise<void> {
  await recordError(db, {
    errorMessage: `The job ${job} failed for good: ${reason}`,
    errorStack: null,
    source: "server",
    context: JSON.stringify({ operation: job, tries }),
    userId: null,
    now: now(),
  });
}
