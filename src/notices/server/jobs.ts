import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const noticesJobs = {
  /** Emails customers what they are notified about. */
  "send-notifications": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "* * * * *",
  },
  /** Sends the push messages that are due. Those that a push service did not take are due again by themselves. */
  "send-push": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 120,
    // What waited for the morning or for a push service, and what a server that died had claimed.
    cron: "* * * * *",
  },
  /** Deletes old notifications. */
  "delete-old-notifications": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "25 3 * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends NoticesJobs {}
}
type NoticesJobs = typeof noticesJobs;
