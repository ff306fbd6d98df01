// Keeps for staff that work after an answer was given up for good.
import type { AppServices } from "#server/context.ts";
import { insertError } from "./insert-error.ts";

/** A job that failed at its last try; `reason` is what that one threw. */
type FailedJob = { readonly job: string; readonly tries: number; readonly reason: string };

/** Writes it into the record of errors. A job itself, so that it is not lost while the database is away. */
export async function recordFailedJob(
  { db, now }: Pick<AppServices, "db" | "now">,
  { job, tries, reason }: FailedJob,
): Promise<void> {
  await insertError(db, {
    errorMessage: `The job ${job} was given up: ${reason}`,
    errorStack: null,
    source: "server",
    context: JSON.stringify({ operation: job, tries }),
    userId: null,
    now: now(),
  });
}
