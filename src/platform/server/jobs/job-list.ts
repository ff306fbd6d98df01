import type * as z from "zod";

/** How a job runs. Retry delays double from the first to the longest, with jitter. */
export type JobRules = {
  /** The job's data; parsed again when it runs. */
  readonly data: z.ZodType<object>;
  /** At most one waits at a time; adding another one changes nothing. */
  readonly isQueuedOnce?: boolean;
  /** How many run at once in one process; at least two. */
  readonly concurrency: number;
  readonly retries: number;
  readonly firstRetryDelaySeconds: number;
  readonly maxRetryDelaySeconds: number;
  /** A run that takes longer counts as failed. */
  readonly timeoutSeconds: number;
  /**
   * When it recurs: minute, hour, day of the month, month, day of the week, in UTC. Each time runs once for all servers; a time
   * missed while all were down runs once at the next start.
   */
  readonly cron?: string;
  /** How long it is kept once it is done or has failed for good; a week by default. */
  readonly keptSeconds?: number;
};

/** Every job by its name: each module adds its own. */
export interface JobList {}

export type JobName = keyof JobList;

export type JobData<Name extends JobName> = z.infer<JobList[Name]["data"]>;

/** The rules of each job. */
export type JobRulesByName = { readonly [Name in JobName]: JobRules };

/** Every other queue's dead-letter queue. */
export const failedJobQueue = "record-failed-job" satisfies JobName;
