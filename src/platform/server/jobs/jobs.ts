import { setTimeout } from "node:timers/promises";
import { fromKysely, PgBoss, type JobResult, type JobWithMetadata } from "pg-boss";
import * as z from "zod";
import { longestReason, messageOf, scrubbed } from "#platform/rules/error-message.ts";
import { storableText } from "#platform/rules/normalize-text.ts";
import { otherConnections } from "#platform/server/db/connections.ts";
import type { Db } from "#platform/server/db/open.ts";
import { noTracing, type Tracing } from "#platform/server/traces/tracing.ts";
import type { JobData, JobName, JobRulesByName } from "./job-list.ts";
import { namesOf, prepareQueues, prepareSchedule } from "./queues.ts";

/** The handler of each job; when it throws, the job is retried. */
export type JobHandlers = {
  readonly [Name in JobName]: (data: JobData<Name>) => Promise<void>;
};

/** What `runDueJobs` did. */
type JobsRun = { readonly done: number; readonly errors: readonly unknown[] };

export type Jobs = {
  /**
   * Adds a job in the database transaction of `db`. `startsAt` delays it until then.
   */
  enqueue<Name extends JobName>(
    db: Db,
    name: Name,
    data: JobData<Name>,
    options?: { startsAt?: Date },
  ): Promise<void>;
  /** Adds several jobs of one name, all in one statement. */
  enqueueAll<Name extends JobName>(
    db: Db,
    name: Name,
    data: readonly JobData<Name>[],
  ): Promise<void>;
  /** Starts running jobs, and adding the recurring ones, until `stop`. */
  start(handlers: JobHandlers): Promise<void>;
  /**
   * Runs due jobs one after the other, and those that they add, until none is left: for tests and one-off commands, without
   * timers. `withDelayed` also runs, once, jobs that are delayed, wait for a retry, or were lost. The errors of failed
   * jobs are returned, and those jobs stay queued for a retry.
   */
  runDueJobs(handlers: JobHandlers, options?: { withDelayed?: boolean }): Promise<JobsRun>;
  /** Takes no more jobs, waits at most 10 s for running ones, and closes the connections. */
  stop(): Promise<void>;
};

type JobsLog = {
  readonly warn: (fields: object, sentence: string) => void;
  readonly error: (fields: object, sentence: string) => void;
};

const stopTimeoutMilliseconds = 10_000;
const upgradeTimeoutMilliseconds = 60_000;

/**
 * Creates or upgrades the job queue's tables; several servers may do so at once. Needs a role that may create tables, unlike
 * running jobs.
 */
export async function prepareJobs(options: { databaseUrl: string; log: JobsLog }): Promise<void> {
  const boss = openBoss(options, { max: 2, supervise: false, schedule: false });
  await boss.start();
  // A new version of the tables may finish in the background, such as an index built concurrently.
  const deadline = Date.now() + upgradeTimeoutMilliseconds;
  while (await isUpgrading(boss)) {
    if (Date.now() > deadline) {
      options.log.warn(
        {},
        "The upgrade of the job queue's tables is not complete; the next start continues it",
      );
      break;
    }
    await setTimeout(100);
  }
  await boss.stop({ graceful: false });
}

async function isUpgrading(boss: PgBoss): Promise<boolean> {
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
  boss.on("error", (error) => log.error({ error }, "Job queue error"));
  boss.on("warning", (warning) => log.warn({ warning }, "Job queue warning"));
  return boss;
}

/**
 * Opens the job queues in the database at `databaseUrl`, whose tables `prepareJobs` has created; several servers may do so at
 * once. With `isManual` jobs run only when `runDueJobs` is called.
 */
export async function openJobs(options: {
  databaseUrl: string;
  log: JobsLog;
  jobList: JobRulesByName;
  isManual?: boolean;
  tracing?: Tracing;
}): Promise<Jobs> {
  const { log, jobList, isManual = false, tracing = noTracing } = options;
  const boss = openBoss(options, {
    max: isManual ? 1 : otherConnections.jobs,
    supervise: !isManual,
    schedule: !isManual,
    useListenNotify: !isManual,
    // How often jobs without a heartbeat are looked for.
    superviseIntervalSeconds: 5,
    monitorIntervalSeconds: 5,
    // Both need the owner of the tables, which this role is not.
    migrate: false,
    reindex: false,
  });
  await boss.start();
  await prepareQueues(boss, jobList);

  return {
    async enqueue(db, name, data, { startsAt } = {}) {
      await boss.send(name, jobList[name].data.parse(data), {
        db: fromKysely(db),
        ...(startsAt && { startAfter: startsAt }),
      });
    },
    async enqueueAll(db, name, data) {
      const jobs = data.map((one) => ({ data: jobList[name].data.parse(one) }));
      if (jobs.length > 0) await boss.insert(name, jobs, { db: fromKysely(db) });
    },
    async start(handlers) {
      await prepareSchedule(boss, jobList);
      await Promise.all(
        namesOf(jobList).map((name) =>
          startWorking({ boss, log, jobList, handlers, tracing }, name),
        ),
      );
    },
    runDueJobs: (handlers, { withDelayed = false } = {}) =>
      runDueJobs({ boss, jobList, handlers, tracing }, withDelayed),
    async stop() {
      // A connection that is closing may still hear that the database stops too, which is no error then.
      boss.removeAllListeners("error");
      boss.on("error", (error) => log.warn({ error }, "Job queue error while it stops"));
      await boss.stop({ graceful: true, timeout: stopTimeoutMilliseconds });
    },
  };
}

type Runner = {
  readonly boss: PgBoss;
  readonly jobList: JobRulesByName;
  readonly handlers: JobHandlers;
  readonly tracing: Tracing;
};

async function startWorking(runner: Runner & { readonly log: JobsLog }, name: JobName) {
  const { boss, jobList } = runner;
  const options = {
    perJobResults: true,
    batchSize: jobList[name].concurrency,
    // The metadata of a dead-letter job names the job that failed.
    includeMetadata: true,
    // Otherwise jobs behind a full batch would wait for the next poll.
    burstWhenBatchFull: true,
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: 5,
  } as const;
  await boss.work(name, options, (batch: JobWithMetadata[]) =>
    Promise.all(batch.map((job) => runAndReport(runner, name, job))),
  );
}

async function runAndReport(
  { log, ...runner }: Runner & { readonly log: JobsLog },
  name: JobName,
  job: JobWithMetadata,
): Promise<JobResult> {
  const { id, retryCount, retryLimit } = job;
  try {
    await runJob(runner, name, job);
    return { id, status: "completed" };
  } catch (error) {
    const facts = { job: name, jobId: id, retryCount, error };
    if (retryCount < retryLimit) log.warn(facts, "Job failed; it will be retried");
    else log.error(facts, "Job failed for good");
    return { id, status: "failed", output: failureOutput(error) };
  }
}

/** What is stored of an error, without the personal data that its message may name. */
function failureOutput(error: unknown): object {
  return { message: storableText(scrubbed(messageOf(error)), longestReason) };
}

async function runDueJobs(runner: Runner, withDelayed: boolean): Promise<JobsRun> {
  const { boss } = runner;
  let done = 0;
  const errors: unknown[] = [];
  if (withDelayed) await boss.supervise();
  let due = await takeDueJobs(runner, withDelayed);
  while (due.length > 0) {
    for (const { name, job } of due) {
      try {
        await runJob(runner, name, job);
        await boss.complete(name, job);
        done += 1;
      } catch (error) {
        await boss.fail(name, job, failureOutput(error));
        errors.push(error);
      }
    }
    due = await takeDueJobs(runner, false);
  }
  return { done, errors };
}

/** The queues in which jobs wait: taking from each of all of them takes longer than most jobs. */
async function queuesWithJobs(boss: PgBoss): Promise<ReadonlySet<string>> {
  const { rows } = await boss
    .getDb()
    .executeSql("select distinct name from pgboss.job where state < 'active'");
  return new Set(
    z
      .array(z.object({ name: z.string() }))
      .parse(rows)
      .map(({ name }) => name),
  );
}

type DueJob = { readonly name: JobName; readonly job: JobWithMetadata };

async function takeDueJobs({ boss, jobList }: Runner, withDelayed: boolean): Promise<DueJob[]> {
  const taken: DueJob[] = [];
  const waiting = await queuesWithJobs(boss);
  for (const name of namesOf(jobList).filter((one) => waiting.has(one))) {
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

/** The message of a failed job's last error, timeout or lost heartbeat. */
function reasonOf({ sourceOutput }: JobWithMetadata): string {
  const output = z
    .union([
      z.object({ message: z.string() }),
      z.object({ value: z.object({ message: z.string() }) }).transform(({ value }) => value),
    ])
    .safeParse(sourceOutput);
  return output.success ? output.data.message : "No reason was recorded.";
}

/** The job's data; for a dead-letter job, the facts of the job that failed. */
function dataOf(job: JobWithMetadata): object {
  if (job.sourceName === null) return job.data;
  const tries = (job.sourceRetryCount ?? 0) + 1;
  return { job: job.sourceName, tries, reason: reasonOf(job) };
}

async function runJob(
  { jobList, handlers, tracing }: Runner,
  name: JobName,
  job: JobWithMetadata,
): Promise<void> {
  // The compiler cannot see that data and handler of the same name match.
  const handle = handlers[name] as (data: object) => Promise<void>;
  await tracing.span("job", name, async (span) => {
    span.set({ "job.id": job.id, "job.try": job.retryCount + 1 });
    await handle(jobList[name].data.parse(dataOf(job)));
  });
}
