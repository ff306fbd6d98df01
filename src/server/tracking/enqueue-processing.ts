import type { AppServices } from "#server/context.ts";
import type { Jobs } from "#server/jobs/jobs.ts";
import { singleFlight } from "#server/limits/single-flight.ts";

const flights = new WeakMap<Jobs, ReturnType<typeof singleFlight<void>>>();

/**
 * Queues the job that processes carriers' messages, after a message was stored. Calls meanwhile share one that begins
 * after them, since the job that is being queued may run before their messages are stored.
 */
export async function enqueueProcessing({
  db,
  jobs,
}: Pick<AppServices, "db" | "jobs">): Promise<void> {
  const flight = flights.get(jobs) ?? singleFlight<void>();
  flights.set(jobs, flight);
  await flight("", () => jobs.enqueue(db, "process-carrier-messages", {}));
}
