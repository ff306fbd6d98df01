import * as z from "zod";
import type { JobRules } from "./jobs/job-list.ts";

const anHour = 60 * 60;

export const platformJobs = {
  /** Sends one email of the outbox. Retried for a day, for outages of the mail server. */
  "send-email": {
    data: z.strictObject({ emailId: z.uuid() }),
    concurrency: 3,
    retries: 110,
    firstRetryDelaySeconds: 2,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 120,
  },
  /** Deletes old records of sent emails. */
  "delete-old-emails": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "20 3 * * *",
  },
  /** Deletes old error reports. */
  "delete-old-errors": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "50 3 * * *",
  },
  /** Deletes attempts that no limit counts any more, and requests that are not repeated any more. */
  "delete-old-attempts": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "35 * * * *",
  },
  /** Deletes old rows of `changes`. */
  "delete-old-changes": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "5 * * * *",
  },
  /** Deletes image files without a row, left by uploads that were interrupted. */
  "remove-orphan-images": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 3600,
    cron: "40 3 * * *",
  },
  /** Records a job that failed for good as an error report. Its data is derived from that job when it runs. */
  "record-failed-job": {
    data: z.strictObject({
      job: z.string(),
      tries: z.int(),
      reason: z.string(),
    }),
    // Its row has the data of that job.
    keptSeconds: anHour,
    concurrency: 2,
    retries: 20,
    firstRetryDelaySeconds: 5,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 60,
  },
} as const satisfies Record<string, JobRules>;

declare module "./jobs/job-list.ts" {
  interface JobList extends PlatformJobs {}
}
type PlatformJobs = typeof platformJobs;
