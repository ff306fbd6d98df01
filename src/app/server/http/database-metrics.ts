import { Gauge, type Registry } from "prom-client";
import type { Db } from "#platform/server/db/open.ts";
import { withTimeout } from "./request-context.ts";
import { countWaitingJobs, getDatabaseMetrics, type DatabaseMetrics } from "./metric-queries.ts";

const timeoutMilliseconds = 2_500;

/** The help text of each metric. */
const helpTexts: Readonly<Record<keyof DatabaseMetrics, string>> = {
  emailsWaiting: "Emails that are not sent yet",
  emailsOldestWaitingSeconds: "Age of the oldest email that is not sent yet",
  pushesWaiting: "Push messages that are due and not sent yet",
  pushesOldestWaitingSeconds: "Age of the oldest push message that is not sent yet",
  providerEventsWaiting: "Payment provider events that are not processed yet",
  providerEventsFailed: "Payment provider events that failed for good",
  reconciliationLastTimestampSeconds: "Time of the last reconciliation",
  reconciliationLastDifferenceCents: "Difference found by the last reconciliation, in cents",
  backupLastTimestampSeconds: "Time of the last backup",
};

/** Prometheus names are snake_case. */
function metricName(key: string): string {
  return key.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);
}

/** Adds the metrics to `register`. The returned function reads them from the database, or sets `database_up` to 0. */
export function registerDatabaseMetrics(register: Registry, db: Db): () => Promise<void> {
  const registers = [register];
  const isUp = new Gauge({ name: "database_up", help: "Whether the database answers", registers });
  const jobs = new Gauge({
    name: "jobs_waiting",
    help: "Jobs that are due and not running, by name",
    labelNames: ["job"] as const,
    registers,
  });
  const gauges = new Map(
    Object.entries(helpTexts).map(([key, help]) => [
      key,
      new Gauge({ name: metricName(key), help, registers }),
    ]),
  );
  return async () => {
    // Old values are removed, so that an unreachable database shows none.
    jobs.reset();
    for (const gauge of gauges.values()) gauge.remove();
    try {
      const [metrics, jobCounts] = await withTimeout(
        timeoutMilliseconds,
        Promise.all([getDatabaseMetrics(db), countWaitingJobs(db)]),
      );
      for (const { job, count } of jobCounts) jobs.set({ job }, count);
      for (const [key, value] of Object.entries(metrics)) {
        if (value !== null) gauges.get(key)?.set(value);
      }
      isUp.set(1);
    } catch {
      isUp.set(0);
    }
  };
}
