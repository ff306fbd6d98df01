import type { AppServices } from "#platform/server/context.ts";
import type { Jobs } from "#platform/server/jobs/jobs.ts";
import { singleFlight } from "#platform/server/limits/single-flight.ts";

type Queueing = { readonly flight: ReturnType<typeof singleFlight<void>>; last: Promise<void> };

const queueings = new WeakMap<Jobs, Queueing>();

/**
 * Queues the job that processes carriers' messages, after a message was stored, without being waited for: a message whose
 * job cannot be queued is processed within a minute. Calls meanwhile share one that begins after them, since the job that
 * is being queued may run before their messages are stored.
 */
export function enqueueProcessing({
  db,
  jobs,
  log,
}: Pick<AppServices, "db" | "jobs" | "log">): void {
  const queueing = queueings.get(jobs) ?? { flight: singleFlight<void>(), last: Promise.resolve() };
  queueings.set(jobs, queueing);
  queueing.last = queueing
    .flight("", () => jobs.enqueue(db, "process-carrier-messages", {}))
    .catch((error: unknown) => {
      log.warn({ error }, "Messages of carriers are processed within a minute");
    });
}

/** Resolves once the jobs of the messages stored so far are queued, or could not be. */
export async function processingQueued(jobs: Jobs): Promise<void> {
  await queueings.get(jobs)?.last;
}
