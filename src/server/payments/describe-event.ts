// A kept event of the provider's as the contract shows it.
import type { ProviderEventRecord } from "#contract/payments.ts";
import { jobList } from "#server/jobs/job-list.ts";
import type { EventRow } from "./payment-queries.ts";

/** An event that failed more often than this is given up, and waits for a person. */
export const mostEventAttempts = jobList["process-provider-event"].retries;

/** The event as staff see it. */
export function describeEvent(row: EventRow): ProviderEventRecord {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}
