// Every job there is: what it is given, and how it is tried again when it fails.
import * as z from "zod";
import { authEmailRequest } from "#server/auth/auth-email-request.ts";

/** How one kind of job is run. Delays double from the first to the longest, with some chance in them. */
export type JobRules = {
  /** What the job is given; checked again when it is taken up. */
  readonly data: z.ZodType<object>;
  /** How many of it run at once in one process; at least two. */
  readonly atOnce: number;
  readonly retries: number;
  readonly firstRetryDelaySeconds: number;
  readonly longestRetryDelaySeconds: number;
  /** A run that takes longer counts as lost, and the job is tried again. */
  readonly longestRunSeconds: number;
};

export const jobList = {
  /** Sends one letter of the outbox. Tried for a day: as long as a mail server may be away. */
  "send-email": {
    data: z.strictObject({ emailId: z.uuid() }),
    atOnce: 3,
    retries: 110,
    firstRetryDelaySeconds: 2,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 120,
  },
  /** Writes the letter that a request at the doors leads to, if its address has an account. */
  "send-auth-email": {
    data: authEmailRequest,
    atOnce: 3,
    retries: 20,
    firstRetryDelaySeconds: 1,
    longestRetryDelaySeconds: 300,
    longestRunSeconds: 60,
  },
  /** Works on one event of the payment provider's. Tried for some three days, then left to be looked at. */
  "process-provider-event": {
    data: z.strictObject({ eventId: z.string().min(1).max(255) }),
    atOnce: 4,
    retries: 90,
    firstRetryDelaySeconds: 1,
    longestRetryDelaySeconds: 3600,
    longestRunSeconds: 120,
  },
  /** Passes a person's changed address on to the payment provider. Tried for about a day. */
  "update-customer": {
    data: z.strictObject({ userId: z.uuid() }),
    atOnce: 2,
    retries: 40,
    firstRetryDelaySeconds: 5,
    longestRetryDelaySeconds: 3600,
    longestRunSeconds: 60,
  },
  /** Begins the next month of the plans that staff gave. */
  "refill-complimentary-plans": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 10,
    longestRetryDelaySeconds: 300,
    longestRunSeconds: 300,
  },
  /** Compares ledger and provider over the last days, and repairs what is missing. */
  reconcile: {
    data: z.strictObject({ cause: z.enum(["schedule", "admin"]).default("schedule") }),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 1800,
    longestRunSeconds: 3600,
  },
  /** Removes the records of letters that went long ago. */
  "delete-old-emails": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 300,
  },
  /** Removes errors of long ago. */
  "delete-old-errors": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 300,
  },
  /** Removes sign-ups whose link was never used. */
  "delete-expired-registrations": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 300,
  },
  /** Removes what was noted of changes long ago. */
  "delete-old-changes": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 300,
  },
  /** Removes files of images whose keeping was broken off, so that no row names them. */
  "remove-orphan-images": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 5,
    firstRetryDelaySeconds: 60,
    longestRetryDelaySeconds: 900,
    longestRunSeconds: 3600,
  },
  /** Keeps for staff that a job was given up. What it is given is made from that job, when it is taken up. */
  "note-given-up-job": {
    data: z.strictObject({
      job: z.string(),
      tries: z.int(),
      reason: z.string(),
    }),
    atOnce: 2,
    retries: 20,
    firstRetryDelaySeconds: 5,
    longestRetryDelaySeconds: 3600,
    longestRunSeconds: 60,
  },
  /** Writes to staff what has happened and what waits for them. */
  "send-admin-digest": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    longestRetryDelaySeconds: 60,
    longestRunSeconds: 300,
  },
  /** Adds up the changes to the counts of packages. */
  "aggregate-package-counts": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    longestRetryDelaySeconds: 60,
    longestRunSeconds: 300,
  },
  /** Adds up the changes to the counts of accounts. */
  "aggregate-profile-counts": {
    data: z.strictObject({}),
    atOnce: 2,
    retries: 2,
    firstRetryDelaySeconds: 10,
    longestRetryDelaySeconds: 60,
    longestRunSeconds: 300,
  },
} as const satisfies Record<string, JobRules>;

export type JobName = keyof typeof jobList;

/** What a job of that name is given. */
export type JobData<Name extends JobName> = z.infer<(typeof jobList)[Name]["data"]>;

export const jobNames = Object.keys(jobList) as JobName[];

/** The job that every other one ends as when it is given up. */
export const givingUp = "note-given-up-job" satisfies JobName;
