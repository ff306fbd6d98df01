// Traces of requests, operations and jobs. Their library is loaded only where something takes them.
import type { Config } from "#platform/server/config.ts";
import type { DatabaseLog } from "#platform/server/log.ts";

/** What is told of a step: names and numbers of ours, never what somebody typed. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>;

/** A step that is being traced. */
export type Span = {
  readonly rename: (name: string) => void;
  readonly set: (facts: SpanFacts) => void;
  /** Marks the step as failed; `type` is a code or the name of a class of errors, never a message. */
  readonly fail: (type: string) => void;
};

export type SpanKind = "request" | "operation" | "job";

export type Tracing = {
  /** Runs `work` as a step of the one around it; where `work` throws, the step has failed. */
  readonly span: <T>(kind: SpanKind, name: string, work: (span: Span) => Promise<T>) => Promise<T>;
  /** Sends what is left, for at most two seconds. */
  readonly close: () => Promise<void>;
};

const noSpan: Span = { rename: () => undefined, set: () => undefined, fail: () => undefined };

/** Traces nothing. */
export const noTracing: Tracing = {
  span: (_kind, _name, work) => work(noSpan),
  close: async () => undefined,
};

/** Traces where the standard environment variables name a receiver; otherwise nothing is loaded. */
export async function openTracing(
  { traces }: Pick<Config, "traces">,
  log: Pick<DatabaseLog, "warn">,
): Promise<Tracing> {
  if (traces === null) return noTracing;
  const { openOpenTelemetry } = await import("./open-telemetry.ts");
  return openOpenTelemetry(traces, log);
}
