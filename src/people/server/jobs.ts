import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

const anHour = 60 * 60;

export const peopleJobs = {
  /** Queues the email, if any, that a request on an auth page leads to. */
  "send-auth-email": {
    data: z.strictObject({ requestId: z.uuid() }),
    keptSeconds: anHour,
    concurrency: 3,
    retries: 20,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 300,
    timeoutSeconds: 60,
  },
  /** Deletes sign-ups whose link was never used, invitations that expired a day ago, and requests for emails whose job failed for good. */
  "delete-expired-registrations": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
    cron: "15 * * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends PeopleJobs {}
}
type PeopleJobs = typeof peopleJobs;
