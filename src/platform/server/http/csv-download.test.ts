import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { freePort } from "#test/free-port.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { csvDownload, mostRowsOfFile } from "./csv-download.ts";
import { listen } from "#app/server/http/listen.ts";

const path = "/api/admin/shipments/delivered-shipments.csv";
let app: TestApp;
let admin: TestPerson;
let port: number;

beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  const { userId } = await aCustomer(app, { plan: "Premium" });
  const now = app.clock.now();
  // Two reads of 1,000 rows at most.
  const rows = Array.from({ length: 1001 }, (_, index) => ({
    userId,
    trackingNumber: `BULK-${String(index).padStart(5, "0")}`,
    origin: "China",
    destination: "Germany",
    status: "delivered" as const,
    deliveredAt: now,
    createdAt: now,
    updatedAt: now,
  }));
  await app.database.kysely.insertInto("packages").values(rows).execute();
  port = await freePort();
  const listening = await listen(app.app, { host: "127.0.0.1", port });
  return async () => {
    await listening.close({ backlogDrainMilliseconds: 0, timeoutMilliseconds: 1_000 });
    await app.close();
  };
});

afterEach(() => {
  vi.restoreAllMocks();
});

/** Everything that the server sends before it closes the connection. */
async function received(method: string): Promise<string> {
  const cookie = [...admin.client.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  const { host } = new URL(app.config.publicUrl);
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nConnection: close\r\n\r\n`,
  );
  return await text(socket);
}

/** Lets the read with this number (1 is the first) fail after a while. */
function failRead(number: number, delayMilliseconds: number): void {
  const { exportReads } = app.services.queues;
  const run = exportReads.run.bind(exportReads);
  let count = 0;
  vi.spyOn(exportReads, "run").mockImplementation(async (account, read) => {
    count += 1;
    if (count !== number) return await run(account, read);
    if (delayMilliseconds > 0) await pause(delayMilliseconds);
    throw new Error("relation secret_table does not exist");
  });
}

const lastChunk = "\r\n0\r\n\r\n";

test("a whole file arrives with its last chunk", async () => {
  const answer = await received("GET");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer.match(/BULK-/g)).toHaveLength(1001);
  expect(answer.endsWith(lastChunk)).toBe(true);
});

test.each([0, 50])(
  "a failure halfway, after %i ms, cuts the connection and says nothing",
  async (delay) => {
    const printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    failRead(2, delay);
    const answer = await received("GET");
    expect(answer).toMatch(/^HTTP\/1\.1 200 /);
    expect(answer.match(/BULK-/g)).toHaveLength(1000);
    expect(answer.endsWith(lastChunk)).toBe(false);
    expect(answer).not.toMatch(/Error|secret|cut/);
    expect(JSON.stringify(printed.mock.calls.map(String))).not.toContain("secret");
    expect(app.logged.at(-1)).toContain("A CSV download was cut");
    expect(app.services.queues.downloads.size()).toEqual({ running: 0, waiting: 0 });
  },
);

test("a failure before the first rows is an error of the catalogue", async () => {
  failRead(1, 0);
  const answer = await received("GET");
  expect(answer).toMatch(/^HTTP\/1\.1 500 /);
  expect(answer).toContain("content-type: application/json");
  expect(answer).toContain('"code":"unexpected"');
  expect(answer).not.toMatch(/content-disposition|secret/);
});

test("HEAD answers with the headers alone and ends the download", async () => {
  const answer = await received("HEAD");
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  expect(answer).toContain('content-disposition: attachment; filename="delivered-shipments.csv"');
  expect(answer).toContain("cache-control: no-store");
  expect(answer).not.toContain("BULK-");
  expect(app.services.queues.downloads.size()).toEqual({ running: 0, waiting: 0 });
});

test.each([
  [mostRowsOfFile, false],
  [mostRowsOfFile + 1, true],
])(
  "of %i rows, a file has as many as a spreadsheet opens, and says that others are missing: %s",
  async (count, isCut) => {
    const { queues, log } = app.services;
    const session = { person: { id: admin.userId } };
    const context = { queues, log, session, responseHeaders: new Headers() };
    const rowsAtOnce = 250_000;
    const file = await csvDownload<number>(
      context as unknown as SignedInContext,
      { locale: "en", timeZone: "UTC" },
      {
        fileName: "numbers.csv",
        columns: ["Number"],
        rowsAtOnce,
        readAfter: async (last) => {
          const sent = last ?? 0;
          const length = Math.min(rowsAtOnce, count - sent);
          return Array.from({ length }, (_, place) => sent + place + 1);
        },
        cellsOf: (_csv, row) => [`n${row}`],
      },
    );
    const lines = (await text(file)).split("\r\n");
    expect(lines.slice(1, 3)).toEqual(["n1", "n2"]);
    expect(lines[mostRowsOfFile]).toBe(`n${mostRowsOfFile}`);
    expect(lines.slice(mostRowsOfFile + 1)).toEqual(
      isCut
        ? [
            '"This file ends after 1048575 rows, as many as a spreadsheet opens; older rows are missing."',
            "",
          ]
        : [""],
    );
  },
);
