// Figures that lie in the database: what waits, what failed, and when the books were last compared and backed up.
import { Gauge, type Registry } from "prom-client";
import type { Db } from "#server/db/open.ts";
import { within } from "./request-context.ts";
import { countWaitingJobs, selectFigures, type Figures } from "./metric-queries.ts";

const deadlineMilliseconds = 2_500;

/** Name and meaning of each figure; seconds and counts, as Prometheus has them. */
const meanings: Readonly<Record<keyof Figures, string>> = {
  emailsWaiting: "Letters that are not sent yet",
  emailsOldestWaitingSeconds: "For how long the oldest of them has waited",
  providerEventsWaiting: "The payment provider's events that are not worked on yet",
  providerEventsFailed: "The payment provider's events that were given up",
  reconciliationLastTimestampSeconds: "When ledger and provider were last compared",
  reconciliationLastDifferenceCents: "What differed then, in cents",
  backupLastTimestampSeconds: "When the last backup was made",
};

/** Adds the figures to `register`; the answer asks the database for them, and says when it cannot be asked. */
export function addStoredFigures(register: Registry, db: Db): () => Promise<void> {
  const registers = [register];
  const isUp = new Gauge({ name: "database_up", help: "Whether the database answers", registers });
  const jobs = new Gauge({
    name: "jobs_waiting",
    help: "Jobs that are due and not taken up, by name",
    labelNames: ["job"] as const,
    registers,
  });
  const gauges = new Map(
    Object.entries(meanings).map(([name, help]) => [name, new Gauge({ name, help, registers })]),
  );
  return async () => {
    // What is not known is left out rather than told as it was.
    jobs.reset();
    for (const gauge of gauges.values()) gauge.remove();
    try {
      const [figures, waiting] = await within(
        deadlineMilliseconds,
        Promise.all([selectFigures(db), countWaitingJobs(db)]),
      );
      for (const { job, count } of waiting) jobs.set({ job }, count);
      for (const [name, value] of Object.entries(figures)) {
        if (value !== null) gauges.get(name)?.set(value);
      }
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
