import type { ProviderEventRecord } from "#money/contract/payments.ts";
import { moneyJobs } from "#money/server/jobs.ts";
import type { EventRow } from "./provider-event-queries.ts";

/** An event that failed more often than this is no longer retried until an admin does. */
export const maximumEventAttempts = moneyJobs["process-provider-event"].retries;

/** The event as the contract defines it. */
export function describeEvent(row: EventRow): ProviderEventRecord {
  return {
    ...row,
    receivedAt: row.receivedAt.toISOString(),
    processedAt: row.processedAt?.toISOString() ?? null,
  };
}
