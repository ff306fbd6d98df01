import type { PgBoss } from "pg-boss";
import { failedJobQueue, type JobName, type JobRules, type JobRulesByName } from "./job-list.ts";

/** A job whose process sends no heartbeat for this long is retried. */
const heartbeatTimeoutSeconds = 15;
const aWeekInSeconds = 7 * 24 * 60 * 60;
const nonexistentId = "00000000-0000-0000-0000-000000000000";

export function namesOf(jobList: JobRulesByName): JobName[] {
  return Object.keys(jobList) as JobName[];
}

/** The jobs that recur, and when. */
export function recurringJobs(
  jobList: JobRulesByName,
): readonly { readonly job: JobName; readonly cron: string }[] {
  return namesOf(jobList).flatMap((job) => {
    const { cron } = jobList[job];
    return cron === undefined ? [] : [{ job, cron }];
  });
}

/** Creates missing queues and updates those whose rules differ; otherwise only reads. */
export async function prepareQueues(boss: PgBoss, jobList: JobRulesByName): Promise<void> {
  const jobNames = namesOf(jobList);
  const found = new Map((await boss.getQueues(jobNames)).map((queue) => [queue.name, queue]));
  // The dead-letter queue must exist before the queues that refer to it.
  const inOrder: JobName[] = [
    failedJobQueue,
    ...jobNames.filter((name) => name !== failedJobQueue),
  ];
  for (const name of inOrder) {
    const rules = queueRules(name, jobList[name]);
    const queue = found.get(name);
    if (queue === undefined) await boss.createQueue(name, rules);
    else if (rulesDiffer(queue, rules)) {
      // The policy of a queue is for good.
      const { policy: _policy, ...changeable } = rules;
      await boss.updateQueue(name, changeable);
    } else continue;
    // Any query caches the queue; otherwise the first enqueue would load it, perhaps over a connection that was cut.
    await boss.findJobs(name, { id: nonexistentId });
  }
}

function rulesDiffer(queue: object, rules: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(rules).some(([rule, value]) => stored.get(rule) !== value);
}

/** Saves new and changed recurring jobs and removes those that are no longer listed. */
export async function prepareSchedule(boss: PgBoss, jobList: JobRulesByName): Promise<void> {
  const expected = recurringJobs(jobList);
  const found = await boss.getSchedules();
  for (const { name, key } of found) {
    if (!expected.some(({ job }) => job === name)) await boss.unschedule(name, key);
  }
  for (const { job, cron } of expected) {
    if (!found.some((recurring) => recurring.name === job && recurring.cron === cron)) {
      await boss.schedule(job, cron, {}, { tz: "UTC", missed: "once" });
    }
  }
}

function queueRules(name: JobName, rules: JobRules) {
  return {
    retryLimit: rules.retries,
    retryDelay: rules.firstRetryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: rules.maxRetryDelaySeconds,
    expireInSeconds: rules.timeoutSeconds,
    deleteAfterSeconds: rules.keptSeconds ?? aWeekInSeconds,
    heartbeatSeconds: heartbeatTimeoutSeconds,
    notify: true,
    policy: rules.isQueuedOnce === true ? "short" : "standard",
    ...(name !== failedJobQueue && { deadLetter: failedJobQueue }),
  };
}
