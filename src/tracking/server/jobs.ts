import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const trackingJobs = {
  /** Applies what is known about numbers, and registers those that are due; it repeats itself after an outage of the provider. */
  "follow-tracker": {
    data: z.strictObject({ trackerIds: z.array(z.uuid()).max(1_000) }),
    concurrency: 2,
    retries: 20,
    firstRetryDelaySeconds: 2,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 600,
  },
  /** Processes all messages of the tracking provider that are due; those that fail are retried by themselves. */
  "process-carrier-messages": {
    data: z.strictObject({}),
    isQueuedOnce: true,
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 30,
    timeoutSeconds: 120,
    // What is to be retried, and what was stored by a server that then died.
    cron: "* * * * *",
  },
  /** Reads one number, since somebody asked for news. */
  "read-tracker": {
    data: z.strictObject({ trackerId: z.uuid() }),
    concurrency: 2,
    retries: 3,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 60,
  },
  /** Asks the tracking provider again that fails; it repeats itself until a request succeeds. */
  "check-tracking-provider": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 60,
  },
  /** Reads numbers that have been silent for two days. */
  "poll-silent-trackers": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 1800,
    cron: "25 * * * *",
  },
  /** Stops following numbers that nothing on its way has, and deletes old messages. */
  "stop-trackers": {
    data: z.strictObject({ trackerIds: z.array(z.uuid()).default([]) }),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 600,
    cron: "45 * * * *",
  },
  /** Counts how long legs took on each lane. */
  "aggregate-lane-times": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 600,
    cron: "10 3 * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends TrackingJobs {}
}
type TrackingJobs = typeof trackingJobs;
