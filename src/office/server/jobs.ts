import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const officeJobs = {
  /** Emails admins what has happened and which work is open; deletes who had taken what is not open any more. */
  "send-admin-digest": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "*/5 * * * *",
  },
  /** Reminds customers who have not answered staff in a case. */
  "remind-customers-of-cases": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "42 * * * *",
  },
  /** Opens cases about customs, and attends to what customers are to answer by a time. */
  "follow-cases": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "*/5 * * * *",
  },
  /** Adds the recorded changes to the profile counts. */
  "aggregate-profile-counts": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "* * * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends OfficeJobs {}
}
type OfficeJobs = typeof officeJobs;
