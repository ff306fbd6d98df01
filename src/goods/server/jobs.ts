import * as z from "zod";
import type { JobRules } from "#platform/server/jobs/job-list.ts";

export const goodsJobs = {
  /** Notifies customers whose free storage ends soon or has ended. */
  "remind-of-storage": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "2 * * * *",
  },
  /** Notifies customers of legs that are late. */
  "notify-late-packages": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
    cron: "12 * * * *",
  },
  /** Adds the recorded changes to the package counts. */
  "aggregate-package-counts": {
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
  interface JobList extends GoodsJobs {}
}
type GoodsJobs = typeof goodsJobs;
