// Work that is done after the answer: kept in the database with what caused it, done once, tried again when it fails.
import { setTimeout } from "node:timers/promises";
import { fromKysely, PgBoss, type JobResult, type JobWithMetadata } from "pg-boss";
import * as z from "zod";
import { messageOf } from "#core/error-message.ts";
import type { Db } from "#server/db/open.ts";
import { jobList, jobNames, type JobData, type JobName } from "./job-list.ts";
import { prepareQueues, prepareSchedule } from "./queues.ts";
import { schedule } from "./schedule.ts";

/** What does a job of each name. It throws when the job is to be tried again. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData<Name>) => Promise<void>;
};

/** What `runDueJobs` did. */
type JobsRun = { readonly done: number; readonly errors: readonly unknown[] };

export type Jobs = {
  /**
   * Adds a job inside the database transaction of `db`: it exists if that one commits. `startsAt` puts
   * it off until then.
   */
  enqueue<Name extends JobName>(
    db: Db,
    name: Name,
    data: JobData<Name>,
    options?: { startsAt?: Date },
  ): Promise<void>;
  /** Begins to work on jobs, and to add the recurring ones, until `stop`. */
  start(handlers: JobHandlers): Promise<void>;
  /**
   * Does what is due now, job after job, until nothing is: for tests and one-off commands, without
   * timers. Jobs that the jobs add are done too. `withDelayed` also does, once, what was put off, waits
   * for its next try, or was lost. A job that fails is left to be tried again, its error is in the answer.
   */
  runDueJobs(handlers: JobHandlers, options?: { withDelayed?: boolean }): Promise<JobsRun>;
  /** Stops taking up jobs, lets those that run end, for at most 10 s, and closes the connections. */
  stop(): Promise<void>;
};

type JobsLog = {
  readonly warn: (fields: object, sentence: string) => void;
  readonly error: (fields: object, sentence: string) => void;
};

const stopAfterMilliseconds = 10_000;
const longestRenewalMilliseconds = 60_000;

/**
 * Makes the queues' tables in the database at `databaseUrl`, or renews those of an older version; any number of servers
 * may do so at once. It takes a role that may make tables, which working on jobs does not.
 */
export async function prepareJobs(options: { databaseUrl: string; log: JobsLog }): Promise<void> {
  const boss = openBoss(options, { max: 2, supervise: false, schedule: false });
  await boss.start();
  // What a new version of the tables leaves for later, such as an index that is built while others write.
  const deadline = Date.now() + longestRenewalMilliseconds;
  while (await isRenewing(boss)) {
    if (Date.now() > deadline) {
      options.log.warn(
        {},
        "The job queue's tables are not renewed in full: the next start goes on",
      );
      break;
    }
    await setTimeout(100);
  }
  await boss.stop({ graceful: false });
}

async function isRenewing(boss: PgBoss): Promise<boolean> {
  const steps = await boss.getBamStatus();
  return steps.some(({ status, count }) => count > 0 && /^(pending|in_progress)$/.test(status));
}

function openBoss({ databaseUrl, log }: { databaseUrl: string; log: JobsLog }, rules: object) {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: "jobs",
    connectionTimeoutMillis: 2_500,
    ...rules,
  });
  boss.on("error", (error) => log.error({ error }, "The job queue has a difficulty"));
  boss.on("warning", (warning) => log.warn({ warning }, "The job queue warns"));
  return boss;
}

/**
 * Opens the job queues in the database at `databaseUrl`, whose tables `prepareJobs` has made; any number of servers may
 * do so at once. With `isManual` there are no timers and no listening: jobs run when `runDueJobs` is called, and only
 * then.
 */
export async function openJobs(options: {
  databaseUrl: string;
  log: JobsLog;
  isManual?: boolean;
}): Promise<Jobs> {
  const { log, isManual = false } = options;
  const boss = openBoss(options, {
    max: isManual ? 1 : 4,
    supervise: !isManual,
    schedule: !isManual,
    useListenNotify: !isManual,
    // How soon work that was lost with a server is noticed, once its silence has lasted.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Both take the owner of the tables, which this may not be.
    migrate: false,
    reindex: false,
  });
  await boss.start();
  await prepareQueues(boss);

  return {
    async enqueue(db, name, data, { startsAt } = {}) {
      await boss.send(name, jobList[name].data.parse(data), {
        db: fromKysely(db),
        ...(startsAt && { startAfter: startsAt }),
      });
    },
    async start(handlers) {
      await prepareSchedule(boss, schedule);
      await Promise.all(jobNames.map((name) => startWorking(boss, name, handlers, log)));
    },
    runDueJobs: (handlers, { withDelayed = false } = {}) => runDueJobs(boss, handlers, withDelayed),
    stop: () => boss.stop({ graceful: true, timeout: stopAfterMilliseconds }),
  };
}

async function startWorking(
  boss: PgBoss,
  name: JobName,
  handlers: JobHandlers,
  log: JobsLog,
): Promise<void> {
  const options = {
    perJobResults: true,
    batchSize: jobList[name].atOnce,
    // Of a job that was given up, which one it was is told beside its data.
    includeMetadata: true,
    // Otherwise what waits behind a full batch would wait for the next look.
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
  } as const;
  await boss.work(name, options, (batch: JobWithMetadata[]) =>
    Promise.all(batch.map((job) => settleJob(name, job, handlers, log))),
  );
}

async function settleJob(
  name: JobName,
  job: JobWithMetadata,
  handlers: JobHandlers,
  log: JobsLog,
): Promise<JobResult> {
  const { id, retryCount, retryLimit } = job;
  try {
    await runJob(name, job, handlers);
    return { id, status: "completed" };
  } catch (error) {
    const facts = { job: name, jobId: id, retryCount, error };
    if (retryCount < retryLimit) log.warn(facts, "A job failed and is tried again");
    else log.error(facts, "A job failed and is given up");
    return { id, status: "failed", output: failureOutput(error) };
  }
}

function failureOutput(error: unknown): object {
  return { message: messageOf(error) };
}

async function runDueJobs(
  boss: PgBoss,
  handlers: JobHandlers,
  withDelayed: boolean,
): Promise<JobsRun> {
  let done = 0;
  const errors: unknown[] = [];
  if (withDelayed) await boss.supervise();
  let due = await takeDueJobs(boss, withDelayed);
  while (due.length > 0) {
    for (const { name, job } of due) {
      try {
        await runJob(name, job, handlers);
        await boss.complete(name, job);
        done += 1;
      } catch (error) {
        await boss.fail(name, job, failureOutput(error));
        errors.push(error);
      }
    }
    due = await takeDueJobs(boss, false);
  }
  return { done, errors };
}

type DueJob = { readonly name: JobName; readonly job: JobWithMetadata };

async function takeDueJobs(boss: PgBoss, withDelayed: boolean): Promise<DueJob[]> {
  const taken: DueJob[] = [];
  for (const name of jobNames) {
    const options = {
      batchSize: 1000,
      ignoreStartAfter: withDelayed,
      includeMetadata: true,
    } as const;
    const jobs = await boss.fetch<object>(name, options);
    taken.push(...jobs.map((job) => ({ name, job })));
  }
  return taken;
}

/** Why a job was given up: what it threw, or that it took too long or was lost with its server too often. */
function reasonOf({ sourceOutput }: JobWithMetadata): string {
  const notified = z
    .union([
      z.object({ message: z.string() }),
      z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value),
    ])
    .safeParse(sourceOutput);
  return notified.success ? notified.data.message : "It gave no reason.";
}

/** What the job is given. One that comes in the place of a job that was given up tells of that one. */
function dataOf(job: JobWithMetadata): object {
  if (job.sourceName === null) return job.data;
  const tries = (job.sourceRetryCount ?? 0) + 1;
  return { job: job.sourceName, tries, reason: reasonOf(job) };
}

async function runJob(name: JobName, job: JobWithMetadata, handlers: JobHandlers): Promise<void> {
  // One name's data always fits the same name's handler; the compiler cannot follow that here.
  const handle = handlers[name] as (data: object) => Promise<void>;
  await handle(jobList[name].data.parse(dataOf(job)));
}
