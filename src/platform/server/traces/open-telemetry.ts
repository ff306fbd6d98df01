// The only file that imports OpenTelemetry. Nothing patches packages: a step is what `Tracing.span` runs.
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import {
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  SpanKind as OtelKind,
  SpanStatusCode,
  trace,
  type Context,
} from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import { brandSlug } from "#platform/rules/brand.ts";
import { scrubbed } from "#platform/rules/error-message.ts";
import type { Config } from "#platform/server/config.ts";
import type { DatabaseLog } from "#platform/server/log.ts";
import type { SpanKind, Tracing } from "./tracing.ts";

const kinds: Readonly<Record<SpanKind, OtelKind>> = {
  request: OtelKind.SERVER,
  operation: OtelKind.INTERNAL,
  job: OtelKind.CONSUMER,
};

const closeMilliseconds = 2_000;
const reportMilliseconds = 60_000;
const longestReported = 300;

/** A code of ours or of the system, else the class of the error. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return "code" in error && typeof error.code === "string" ? error.code : error.name;
}

/** Says at most once a minute that traces are not taken; they are lost then. */
function reportFailures(log: Pick<DatabaseLog, "warn">): void {
  let saidAt = -Infinity;
  const report = (message: string) => {
    if (performance.now() - saidAt < reportMilliseconds) return;
    saidAt = performance.now();
    // The library tells of an error as JSON, with its stack.
    const told = /"message":"([^"]*)"/.exec(message)?.[1] ?? message;
    const reason = scrubbed(told).slice(0, longestReported);
    log.warn({ reason }, "Traces could not be sent");
  };
  const ignore = () => undefined;
  const logger = { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore };
  diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
}

/** Whether it is an answer to a wrong request, which is no failure of ours. */
function isRejection(error: unknown): boolean {
  return (
    error instanceof Error &&
    "status" in error &&
    typeof error.status === "number" &&
    error.status < 500
  );
}

/**
 * Sends traces to the receiver that the `OTEL_` variables name, as JSON over HTTP, in the background. The library reads address,
 * headers, timeout and the attributes of the service from them. Each request begins a trace of its own: what visitors send about
 * traces is not read, so that nobody else decides what is recorded.
 */
export function openOpenTelemetry(
  { share }: NonNullable<Config["traces"]>,
  log: Pick<DatabaseLog, "warn">,
): Tracing {
  reportFailures(log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ "service.name": brandSlug }))
      .merge(
        detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }),
      ),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  });
  const tracer = provider.getTracer(brandSlug);
  const current = new AsyncLocalStorage<Context>();
  return {
    async span(kind, name, work) {
      const around = current.getStore() ?? ROOT_CONTEXT;
      const span = tracer.startSpan(name, { kind: kinds[kind] }, around);
      const fail = (type: string) => {
        span.setAttribute("error.type", type).setStatus({ code: SpanStatusCode.ERROR });
      };
      try {
        return await current.run(trace.setSpan(around, span), () =>
          work({
            rename: (wanted) => void span.updateName(wanted),
            set: (facts) => void span.setAttributes(facts),
            fail,
          }),
        );
      } catch (error) {
        if (!isRejection(error)) fail(typeOf(error));
        throw error;
      } finally {
        span.end();
      }
    },
    async close() {
      const sent = provider.shutdown().catch(() => undefined);
      await Promise.race([sent, setTimeout(closeMilliseconds, undefined, { ref: false })]);
    },
  };
}
