import * as z from "zod";
import { reconciliationCauses } from "#core/payment.ts";
import { authEmailRequest } from "#server/auth/email-requests/auth-email-request.ts";

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
  /** How long it is kept once it is done or has failed for good; a week by default. */
  readonly keptSeconds?: number;
};

const anHour = 60 * 60;

export const jobList = {
  /** Sends one email of the outbox. Retried for a day, for outages of the mail server. */
  "send-email": {
    data: z.strictObject({ emailId: z.uuid() }),
    concurrency: 3,
    retries: 110,
    firstRetryDelaySeconds: 2,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 120,
  },
  /** Queues the email, if any, that a request on an auth page leads to. */
  "send-auth-email": {
    // Jobs and backups of earlier versions hold the request itself, with the address.
    data: z.union([z.strictObject({ requestId: z.uuid() }), authEmailRequest]),
    keptSeconds: anHour,
    concurrency: 3,
    retries: 20,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 300,
    timeoutSeconds: 60,
  },
  /** Processes one event of the payment provider. Retried for about three days, then marked as failed. */
  "process-provider-event": {
    data: z.strictObject({ eventId: z.string().min(1).max(255) }),
    concurrency: 4,
    retries: 90,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 120,
  },
  /** Applies what is known about numbers, and registers those that are due; it repeats itself after an outage of the provider. */
  "follow-tracker": {
    data: z.strictObject({ trackerIds: z.array(z.uuid()).max(1_000) }),
    concurrency: 2,
    retries: 20,
    firstRetryDelaySeconds: 2,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 600,
  },
  /** Lets the packages of a manifest leave that was handed over. Retried for about a day. */
  "hand-over-packages": {
    data: z.strictObject({ manifestId: z.uuid() }),
    concurrency: 2,
    retries: 100,
    firstRetryDelaySeconds: 1,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
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
  },
  /** Stops following numbers that nothing on its way has, and deletes old messages. */
  "stop-trackers": {
    data: z.strictObject({ trackerIds: z.array(z.uuid()).default([]) }),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 600,
    timeoutSeconds: 600,
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
  },
  /** Compares the ledger with the provider's records of the last days, and repairs what is missing. */
  reconcile: {
    data: z.strictObject({ cause: z.enum(reconciliationCauses).default("schedule") }),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 1800,
    timeoutSeconds: 3600,
  },
  /** Reads the exchange rates of the day. Retried for about seven hours. */
  "fetch-exchange-rates": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 12,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 3600,
    timeoutSeconds: 60,
  },
  /** Deletes old records of sent emails. */
  "delete-old-emails": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Deletes old error reports. */
  "delete-old-errors": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Deletes sign-ups whose link was never used, and requests for emails whose job failed for good. */
  "delete-expired-registrations": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Deletes attempts that no limit counts any more. */
  "delete-old-attempts": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Deletes old rows of `changes`. */
  "delete-old-changes": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Deletes image files without a row, left by uploads that were interrupted. */
  "remove-orphan-images": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 3600,
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
  /** Emails admins what has happened and which work is open. */
  "send-admin-digest": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
  },
  /** Emails customers what they are notified about. */
  "send-notifications": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
  },
  /** Sends the push messages that are due. Those that a push service did not take are due again by themselves. */
  "send-push": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 120,
  },
  /** Notifies customers whose free storage ends soon or has ended. */
  "remind-of-storage": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
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
  /** Reminds customers of packed boxes, shelves those that nobody chose a service for, and lets go on what can. */
  "watch-ship-requests": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 3,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 120,
    timeoutSeconds: 600,
  },
  /** Notifies customers of legs that are late. */
  "notify-late-packages": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
  },
  /** Deletes old notifications. */
  "delete-old-notifications": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 300,
  },
  /** Counts how long legs took on each lane. */
  "aggregate-lane-times": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    maxRetryDelaySeconds: 900,
    timeoutSeconds: 600,
  },
  /** Adds the recorded changes to the package counts. */
  "aggregate-package-counts": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
  },
  /** Adds the recorded changes to the profile counts. */
  "aggregate-profile-counts": {
    data: z.strictObject({}),
    concurrency: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    maxRetryDelaySeconds: 60,
    timeoutSeconds: 300,
  },
} as const satisfies Record<string, JobRules>;

export type JobName = keyof typeof jobList;

export type JobData<Name extends JobName> = z.infer<(typeof jobList)[Name]["data"]>;

export const jobNames = Object.keys(jobList) as JobName[];

/** Every other queue's dead-letter queue. */
export const failedJobQueue = "record-failed-job" satisfies JobName;
