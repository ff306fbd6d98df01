import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test, vi } from "vitest";
import { silentLog } from "#test/database.ts";
import { testApp } from "#test/test-app.ts";
import { aCustomer } from "#test/users.ts";
import { sourceFiles } from "#test/structure/source-files.ts";
import { openTracing } from "./tracing.ts";

afterEach(() => vi.unstubAllEnvs());

type Sent = {
  readonly name: string;
  readonly spanId: string;
  readonly traceId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
};

/** A receiver of traces, as the standard describes it. */
async function openReceiver() {
  const received: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push(`${request.url} ${body}`);
      response.writeHead(200, { "content-type": "application/json" }).end("{}");
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  vi.stubEnv("OTEL_EXPORTER_OTLP_ENDPOINT", `http://127.0.0.1:${port}`);
  vi.stubEnv("OTEL_SERVICE_NAME", "parcels");
  return { received, close: () => server.close() };
}

function spansOf(received: readonly string[]): Sent[] {
  return received.flatMap((line) => {
    const body = JSON.parse(line.slice(line.indexOf(" "))) as {
      resourceSpans: { scopeSpans: { spans: Sent[] }[] }[];
    };
    return body.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

test("a request, its operation and a job are traced, without anything that somebody typed", async () => {
  const receiver = await openReceiver();
  const tracing = await openTracing({ traces: { share: 1 } }, silentLog);
  const app = await testApp({ tracing });
  try {
    const customer = await aCustomer(app);
    await customer.client.fetch("/api/profile?secret=typed-text");
    await customer.client.fetch("/api/packages/5f0c2a55-0000-4000-8000-000000000000");
    await app.services.jobs.enqueue(app.services.db, "reconcile", { cause: "admin" });
    await app.runJobs();
    const failing = tracing.span("job", "failing", () => Promise.reject(new Error("typed-text")));
    await expect(failing).rejects.toThrow("typed-text");
    await tracing.close();
    expect(receiver.received[0]).toMatch(/^\/v1\/traces .*parcels/);
    const spans = spansOf(receiver.received);
    const named = (name: string) => spans.findLast((span) => span.name === name);
    const [request, operation] = [named("GET users.readProfile"), named("users.readProfile")];
    expect(operation?.parentSpanId).toBe(request?.spanId);
    expect(operation?.traceId).toBe(request?.traceId);
    expect(request?.parentSpanId).toBeFalsy();
    expect(named("reconcile")).toBeDefined();
    expect(named("failing")?.status.code).toBe(2);
    // That a package does not exist is an answer.
    expect(named("packages.readPackage")?.status.code ?? 0).toBe(0);
    expect(receiver.received.join()).not.toMatch(/typed-text|5f0c2a55/);
    expect(receiver.received.join()).not.toContain(customer.email);
  } finally {
    await app.close();
    receiver.close();
  }
});

const printLibraries = `
  import { registerHooks } from "node:module";
  registerHooks({ load(url, context, next) {
    if (url.includes("@opentelemetry")) console.log("loaded");
    return next(url, context);
  } });
  const { openTracing } = await import(${JSON.stringify(new URL("./tracing.ts", import.meta.url).href)});
  const log = { warn() {} };
  await (await openTracing({ traces: null }, log)).span("job", "x", async () => console.log("done"));
  await openTracing({ traces: { share: 1 } }, log);
`;

test("where traces are off, their library is not loaded", () => {
  const args = ["--disable-warning=ExperimentalWarning", "--input-type=module", "-e"];
  const output = execFileSync(process.execPath, [...args, printLibraries], { encoding: "utf8" });
  expect(output).toMatch(/^done\nloaded\n/);
  const importers = sourceFiles("{src,test,scripts,bench}/**/*.ts").filter(({ text: content }) =>
    /from "(?:@opentelemetry\/|\S*open-telemetry\.ts)/.test(content),
  );
  expect(importers.map(({ path }) => path)).toEqual([
    "src/platform/server/traces/open-telemetry.ts",
  ]);
});
