import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const catalogueJobs = {
  /** Reads the exchange rates of the day. Retried for about seven hours. */
  "fetch-exchange-rates": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 12,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 60,
    // The European Central Bank publishes at about 16:00 in Frankfurt.
    cron: "30 16 * * *",
  },
} as const satisfies Record<string, JobRules>;

declare module "#platform/server/jobs/job-list.ts" {
  interface JobList extends CatalogueJobs {}
}
type CatalogueJobs = typeof catalogueJobs;
