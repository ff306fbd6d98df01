// Counts what the server does, for a Prometheus that knows the token; without a token there is nothing to read.
import { createHash, timingSafeEqual } from "node:crypto";
import { collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { apiError } from "#contract/errors.ts";
import type { Db } from "#server/db/open.ts";
import { addStoredFigures } from "./stored-figures.ts";

type ServedRequest = {
  readonly method: string;
  readonly pathname: string;
  readonly status: number;
  readonly seconds: number;
};

/** The server's figures; `answer` refuses whoever does not bring the token as if there were nothing here. */
export type Metrics = {
  observe(request: ServedRequest): void;
  answer(request: Request): Promise<Response>;
};

const secondsBuckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Few kinds instead of addresses: those hold ids, and are chosen by whoever asks. */
function kindOf(pathname: string): string {
  if (pathname.startsWith("/api/files/")) return "file";
  if (pathname === "/api/webhooks/stripe") return "webhook";
  if (pathname.startsWith("/api/")) return "api";
  if (pathname.startsWith("/assets/")) return "asset";
  return pathname.startsWith("/sandbox/") ? "sandbox" : "page";
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** What is asked when figures are read. */
type Sources = {
  readonly db: Db;
  readonly streamCount: () => number;
  /** The connections to the database; null where none of them is ours to count. */
  readonly connections: () => { total: number; idle: number; awaited: number } | null;
};

/** Begins to count. `token` null keeps no figures at all. */
export function createMetrics(token: string | null, sources: Sources): Metrics {
  if (token === null) {
    return {
      observe: () => undefined,
      answer: () => Promise.reject(apiError("not_found")),
    };
  }
  const register = new Registry();
  collectDefaultMetrics({ register });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time from a request to its answer",
    labelNames: ["method", "kind", "status"] as const,
    buckets: secondsBuckets,
    registers: [register],
  });
  const streams: Gauge = new Gauge({
    name: "live_streams",
    help: "Open pages that follow changes",
    registers: [register],
    collect() {
      streams.set(sources.streamCount());
    },
  });
  const connections: Gauge<"state"> = new Gauge({
    name: "database_connections",
    help: "Connections to the database, and requests that wait for one",
    labelNames: ["state"] as const,
    registers: [register],
    collect() {
      const counts = sources.connections();
      for (const [state, count] of Object.entries(counts ?? {})) connections.set({ state }, count);
    },
  });
  const readStoredFigures = addStoredFigures(register, sources.db);
  return {
    observe({ method, pathname, status, seconds }) {
      durations.observe({ method, kind: kindOf(pathname), status: String(status) }, seconds);
    },
    async answer(request) {
      const given = request.headers.get("authorization") ?? "";
      if (!isSame(given, `Bearer ${token}`)) throw apiError("not_found");
      await readStoredFigures();
      const headers = { "content-type": register.contentType, "cache-control": "no-store" };
      return new Response(await register.metrics(), { headers });
    },
  };
}
