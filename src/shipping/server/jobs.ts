import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const shippingJobs = {
  /** Lets the packages of a manifest leave that was handed over. Retried for about a day. */
  "hand-over-packages": {
    data: z.strictObject({ manifestId: z.uuid() }),
    concurrency: 2,
    retries: 100,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Looks again at ship requests of a customer that wait for money, a plan or a lane. */
  "continue-ship-requests": {
    data: z.strictObject({ userId: z.uuid() }),
    concurrency: 2,
    retries: 20,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 300,
    timeoutSeconds: 120,
  },
  /** Looks at a packed box again after something was found in it. */
  "recheck-goods": {
    data: z.strictObject({ shipRequestId: z.uuid() }),
    concurrency: 2,
    retries: 20,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 300,
    timeoutSeconds: 120,
  },
  /** Reminds customers of packed boxes, shelves those that nobody chose a service for, and lets go on what can. */
  "watch-ship-requests": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 3,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 120,
    timeoutSeconds: 600,
    cron: "*/10 * * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends ShippingJobs {}
}
type ShippingJobs = typeof shippingJobs;
