import { once } from "node:events";
import { request, type ClientRequest, type IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { freePort } from "#test/free-port.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { listen } from "#app/server/http/listen.ts";

const metricsToken = "a token of sixteen characters";
let app: TestApp;
let customer: TestPerson;
let admin: TestPerson;
let port: number;
let linesBefore = 0;

beforeAll(async () => {
  app = await testApp({ settings: { METRICS_TOKEN: metricsToken } });
  customer = await aCustomer(app, { plan: "Premium" });
  admin = await anAdmin(app);
  await aPackage(customer);
  port = await freePort();
  const listening = await listen(app.app, { host: "127.0.0.1", port });
  return async () => {
    await listening.close({ backlogDrainMilliseconds: 0, timeoutMilliseconds: 1_000 });
    await app.close();
  };
});

type Line = { readonly level: string; readonly message: string; readonly path?: string };

function linesSince(): Line[] {
  return app.logged.slice(linesBefore).map((line) => JSON.parse(line) as Line);
}

async function failuresInMetrics(): Promise<string[]> {
  const headers = { authorization: `Bearer ${metricsToken}` };
  const text = await (await app.client().fetch("/metrics", { headers })).text();
  return text.split("\n").filter((line) => /_count\{.*status="5/.test(line));
}

/** What the HTTP library writes to the console instead of the log. */
const consoleCalls = { error: vi.spyOn(console, "error"), info: vi.spyOn(console, "info") };
beforeEach(() => {
  linesBefore = app.logged.length;
  for (const spy of [consoleCalls.error, consoleCalls.info])
    spy.mockImplementation(() => undefined);
});

async function expectNoFailure(): Promise<void> {
  // Time for work that goes on after the client left.
  await pause(100);
  expect(linesSince().filter(({ level }) => ["error", "fatal", "warn"].includes(level))).toEqual(
    [],
  );
  expect(await failuresInMetrics()).toEqual([]);
  const stored = await app.database.kysely.selectFrom("errorLogs").selectAll().execute();
  expect(stored).toEqual([]);
  expect([consoleCalls.error.mock.calls, consoleCalls.info.mock.calls]).toEqual([[], []]);
}

function begin(
  { client }: TestPerson,
  method: string,
  path: string,
  headers: Record<string, string> = {},
): ClientRequest {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const outgoing = request({
    host: "127.0.0.1",
    port,
    method,
    path,
    headers: { cookie, origin: app.config.publicUrl, ...headers },
  });
  outgoing.on("error", () => undefined);
  return outgoing;
}

/** Resolves when the server has what was written, also where both were slow to connect. */
async function untilReceived(outgoing: ClientRequest): Promise<void> {
  const socket = outgoing.socket ?? ((await once(outgoing, "socket")) as [Socket])[0];
  if (socket.connecting) await once(socket, "connect");
  await pause(50);
}

const json = { "content-type": "application/json" };
const upload = { "content-type": "multipart/form-data; boundary=x" };
const part = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n';

describe("in the middle of a body:", () => {
  afterEach(expectNoFailure);

  test.each<[string, string, Record<string, string>, string]>([
    [
      "an announced one",
      "/api/rpc/packages/listPackages",
      { ...json, "content-length": "99" },
      "{",
    ],
    ["one in parts", "/api/rpc/packages/listPackages", json, "{"],
    ["one of REST", "/api/error-reports", { ...json, "content-length": "99" }, "{"],
    ["a webhook", "/api/webhooks/stripe", { ...json, "content-length": "99" }, "{"],
    ["a form of the sandbox", "/sandbox/stripe/v1/customers", { "content-length": "99" }, "a"],
    ["an upload", "/api/rpc/packages/addImage", { ...upload, "content-length": "9999" }, part],
    ["an upload in parts", "/api/rpc/packages/addImage", upload, part],
  ])("%s", async (_what, path, headers, start) => {
    const outgoing = begin(customer, "POST", path, headers);
    outgoing.write(start);
    await untilReceived(outgoing);
    outgoing.destroy();
    await expect.poll(() => linesSince().find((line) => line.path === path)).toBeDefined();
    expect(linesSince().find((line) => line.path === path)).toMatchObject({ status: 400 });
  });

  test("before any of it came", async () => {
    const path = "/api/rpc/packages/listPackages";
    const outgoing = begin(customer, "POST", path, { ...json, "content-length": "99" });
    outgoing.flushHeaders();
    await untilReceived(outgoing);
    outgoing.destroy();
    await expect.poll(() => linesSince().find((line) => line.path === path)).toBeDefined();
  });
});

describe("in the middle of an answer:", () => {
  afterEach(expectNoFailure);

  test.each([
    ["a stream of changes", "GET", "/api/changes"],
    ["a download", "GET", "/api/admin/audit/audit-log.csv"],
    ["a download of the wallet history", "GET", "/api/wallet/transactions.csv"],
    ["a long answer", "GET", "/api/openapi.json"],
    ["a list", "GET", "/api/admin/users"],
  ])("%s", async (_what, method, path) => {
    const outgoing = begin(admin, method, path);
    outgoing.end();
    const [response] = (await once(outgoing, "response")) as [IncomingMessage];
    response.on("error", () => undefined);
    expect(response.statusCode).toBe(200);
    response.destroy();
    await expect.poll(() => app.services.changeStream.streamCount()).toBe(0);
  });

  test("before it begins", async () => {
    for (const path of ["/api/changes", "/api/admin/audit/audit-log.csv", "/api/admin/dashboard"]) {
      const outgoing = begin(admin, "GET", path);
      outgoing.end();
      await pause(1);
      outgoing.destroy();
    }
    await expect.poll(() => app.services.changeStream.streamCount()).toBe(0);
  });
});

test("an error of the server is logged even when the client has gone", async () => {
  const { settings } = app.services;
  const current = vi.spyOn(settings, "current").mockImplementation(async () => {
    await pause(100);
    throw new TypeError("A bug");
  });
  const path = "/api/rpc/packages/listPackages";
  const outgoing = begin(customer, "POST", path, { ...json, "content-length": "2" });
  outgoing.end("{}");
  await pause(30);
  outgoing.destroy();
  await expect
    .poll(() => linesSince().filter(({ level }) => level === "error"))
    .toMatchObject([{ message: "Operation failed" }]);
  current.mockRestore();
});
