import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import { productVersion } from "#platform/server/version.ts";
import { monitoringPaths } from "#platform/server/http/request.ts";
import { withTimeout } from "./request-context.ts";
import { countWaitingJobs, getDatabaseMetrics, type DatabaseMetrics } from "./metric-queries.ts";

type ServedRequest = {
  readonly method: string;
  /** By `kindOfPath`. */
  readonly kind: string;
  /** null for what is no operation. */
  readonly operation: string | null;
  readonly status: number;
  readonly milliseconds: number;
};

/** Whether an operation was done, refused for what was sent, or failed. */
function outcomeOf(status: number): string {
  if (status >= 500) return "failed";
  return status >= 400 ? "rejected" : "done";
}

/** Prometheus metrics. `answer` throws `not_found` unless the request has the token. */
export type Metrics = {
  observe(request: ServedRequest): void;
  answer(request: Request): Promise<Response>;
};

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Fewer, since each operation has its own. */
const operationBuckets = [0.025, 0.1, 0.5, 2.5, 10];

/** What a path is for. Paths themselves are no label: they hold ids, and clients could make any number of them. */
export function kindOfPath(pathname: string): string {
  if (pathname.startsWith("/api/files/")) return "file";
  if (pathname.startsWith("/api/webhooks/")) return "webhook";
  if (pathname.startsWith("/api/")) return "api";
  if (pathname.startsWith("/assets/")) return "asset";
  if (monitoringPaths.has(pathname)) return "monitoring";
  return pathname.startsWith("/sandbox/") ? "sandbox" : "page";
}

function isEqual(actual: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(actual), digest(expected));
}

type Sources = {
  readonly db: Db;
  readonly isStorageUp: () => Promise<boolean>;
  readonly streamCount: () => number;
  /** null when the connections cannot be counted. */
  readonly countConnections: () => { total: number; idle: number; awaited: number } | null;
};

function registerBuild(register: Registry): void {
  const build = new Gauge({
    name: "build_info",
    help: "The version of the program, always 1",
    labelNames: ["version"] as const,
    registers: [register],
  });
  build.set({ version: productVersion }, 1);
}

/** `token` null collects nothing. */
export function createMetrics(token: string | null, sources: Sources): Metrics {
  if (token === null) {
    return {
      observe: () => undefined,
      answer: () => Promise.reject(apiError("not_found")),
    };
  }
  const register = new Registry();
  collectDefaultMetrics({ register });
  registerBuild(register);
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Duration of HTTP requests",
    labelNames: ["method", "kind", "status"] as const,
    buckets: secondsBuckets,
    registers: [register],
  });
  const operationDurations = new Histogram({
    name: "operation_duration_seconds",
    help: "Duration of requests to operations of the API",
    labelNames: ["operation", "outcome"] as const,
    buckets: operationBuckets,
    registers: [register],
  });
  const storage: Gauge = new Gauge({
    name: "storage_up",
    help: "Whether files can be stored",
    registers: [register],
    async collect() {
      storage.set((await sources.isStorageUp()) ? 1 : 0);
    },
  });
  const streams: Gauge = new Gauge({
    name: "live_streams",
    help: "Open change streams",
    registers: [register],
    collect() {
      streams.set(sources.streamCount());
    },
  });
  const connections: Gauge<"state"> = new Gauge({
    name: "database_connections",
    help: "Connections to the database, and requests waiting for one",
    labelNames: ["state"] as const,
    registers: [register],
    collect() {
      const counts = sources.countConnections();
      for (const [state, count] of Object.entries(counts ?? {})) connections.set({ state }, count);
    },
  });
  const updateDatabaseMetrics = registerDatabaseMetrics(register, sources.db);
  return {
    observe({ method, kind, operation, status, milliseconds }) {
      const seconds = milliseconds / 1000;
      durations.observe({ method, kind, status: String(status) }, seconds);
      if (operation === null) return;
      operationDurations.observe({ operation, outcome: outcomeOf(status) }, seconds);
    },
    async answer(request) {
      const authorization = request.headers.get("authorization") ?? "";
      if (!isEqual(authorization, `Bearer ${token}`)) throw apiError("not_found");
      await updateDatabaseMetrics();
      const headers = { "content-type": register.contentType, "cache-control": "no-store" };
      return new Response(await register.metrics(), { headers });
    },
  };
}

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
function registerDatabaseMetrics(register: Registry, db: Db): () => Promise<void> {
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
