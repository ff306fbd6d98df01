import * as z from "zod";
import { reconciliationCauses } from "#money/rules/payment.ts";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const moneyJobs = {
  /** Processes one event of the payment provider. Retried for about three days, then marked as failed. */
  "process-provider-event": {
    data: z.strictObject({ eventId: z.string().min(1).max(255) }),
    concurrency: 4,
    retries: 90,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 120,
  },
  /** Sends a user's changed email address to the payment provider. Retried for about a day. */
  "update-customer": {
    data: z.strictObject({ userId: z.uuid() }),
    concurrency: 2,
    retries: 40,
    firstRetryDelaySeconds: 5,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 60,
  },
  /** Starts the next month of complimentary plans. */
  "refill-complimentary-plans": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 300,
    timeoutSeconds: 300,
    cron: "*/10 * * * *",
  },
  /** Compares the ledger with the provider's records of the last days, and repairs what is missing. */
  reconcile: {
    data: z.strictObject({ cause: z.enum(reconciliationCauses).default("schedule") }),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 1800,
    timeoutSeconds: 3600,
    cron: "40 2 * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends MoneyJobs {}
}
type MoneyJobs = typeof moneyJobs;
