// Figures that lie in the database: what waits, what failed, and when the books were last compared and backed up.
import { Gauge, type Registry } from "prom-client";
import type { Db } from "#server/db/open.ts";
import { within } from "./request-context.ts";
import { countWaitingJobs, selectFigures, type Figures } from "./metric-queries.ts";

const deadlineMilliseconds = 2_500;

/** The metric of each figure, in Prometheus's own style, and its help text. */
const metrics: Readonly<Record<keyof Figures, readonly [name: string, help: string]>> = {
  emailsWaiting: ["emails_waiting", "Emails that are not sent yet"],
  emailsOldestWaitingSeconds: [
    "emails_oldest_waiting_seconds",
    "How long the oldest unsent email has been waiting",
  ],
  providerEventsWaiting: [
    "provider_events_waiting",
    "Events of the payment provider that are not processed yet",
  ],
  providerEventsFailed: [
    "provider_events_failed",
    "Events of the payment provider that failed and are not retried",
  ],
  reconciliationLastTimestampSeconds: [
    "reconciliation_last_timestamp_seconds",
    "When the last reconciliation finished",
  ],
  reconciliationLastDifferenceCents: [
    "reconciliation_last_difference_cents",
    "Difference that the last reconciliation found, in cents",
  ],
  backupLastTimestampSeconds: ["backup_last_timestamp_seconds", "When the last backup was made"],
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
    Object.entries(metrics).map(([figure, [name, help]]) => [
      figure,
      new Gauge({ name, help, registers }),
    ]),
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
      for (const [figure, value] of Object.entries(figures)) {
        if (value !== null) gauges.get(figure)?.set(value);
      }
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
