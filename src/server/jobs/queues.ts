// Brings the queues and the schedule in the database in line with the lists in the code.
import type { PgBoss } from "pg-boss";
import { givingUp, jobList, jobNames, type JobName } from "./job-list.ts";
import type { schedule } from "./schedule.ts";

/** A run whose process has given no sign of life for this long is lost, and the job is tried again. */
const lostAfterSeconds = 15;
const nobody = "00000000-0000-0000-0000-000000000000";

/** Makes the queues that are missing and renews the rules of those that differ; otherwise only reads. */
export async function prepareQueues(boss: PgBoss): Promise<void> {
  const found = new Map((await boss.getQueues(jobNames)).map((queue) => [queue.name, queue]));
  // The one that the others lead to must be there before them.
  const inOrder: JobName[] = [givingUp, ...jobNames.filter((name) => name !== givingUp)];
  for (const name of inOrder) {
    const rules = queueRules(name);
    const queue = found.get(name);
    if (queue === undefined) await boss.createQueue(name, rules);
    else if (hasOtherRules(queue, rules)) await boss.updateQueue(name, rules);
    else continue;
    // Any question makes the queue known here; otherwise the first job that is added would ask, over a connection that
    // may have been cut meanwhile.
    await boss.findJobs(name, { id: nobody });
  }
}

function hasOtherRules(queue: object, rules: object): boolean {
  const stored = new Map<string, unknown>(Object.entries(queue));
  return Object.entries(rules).some(([rule, value]) => stored.get(rule) !== value);
}

/** Writes the recurring jobs that are new or changed and removes those that are no longer listed. */
export async function prepareSchedule(boss: PgBoss, wanted: typeof schedule): Promise<void> {
  const found = await boss.getSchedules();
  for (const { name, key } of found) {
    if (!wanted.some(({ job }) => job === name)) await boss.unschedule(name, key);
  }
  for (const { job, cron } of wanted) {
    if (!found.some((recurring) => recurring.name === job && recurring.cron === cron)) {
      await boss.schedule(job, cron, {}, { tz: "UTC", missed: "once" });
    }
  }
}

function queueRules(name: JobName) {
  const rules = jobList[name];
  return {
    retryLimit: rules.retries,
    retryDelay: rules.firstRetryDelaySeconds,
    retryBackoff: true,
    retryDelayMax: rules.longestRetryDelaySeconds,
    expireInSeconds: rules.longestRunSeconds,
    heartbeatSeconds: lostAfterSeconds,
    notify: true,
    ...(name !== givingUp && { deadLetter: givingUp }),
  };
}
