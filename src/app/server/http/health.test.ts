import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { createApp } from "#app/server/app.ts";
import { openDatabase } from "#platform/server/db/open.ts";
import { productVersion } from "#platform/server/version.ts";
import { silentLog, testDatabase } from "#test/database.ts";
import { isLongRun } from "#test/long-run.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { timeLimit } from "#test/time-limit.ts";
import { createReadiness, createStorageCheck } from "./health.ts";
import { writeToDatabase } from "./metric-queries.ts";

const maxMilliseconds = timeLimit(3_000);

async function expectOutage(app: TestApp): Promise<void> {
  const client = app.client();
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAt = Date.now();
    const result = await work;
    expect(Date.now() - startedAt).toBeLessThan(maxMilliseconds);
    return result;
  };
  expect((await timed(client.fetch("/healthz"))).status).toBe(200);
  const ready = await timed(client.fetch("/readyz"));
  expect(ready.status).toBe(503);
  expect(await ready.json()).toMatchObject({ database: "unavailable", storage: "ok" });

  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ email: "ann@example.com", password: "secret" });
  const signIn = await timed(client.fetch("/api/sign-in", { method: "POST", headers, body }));
  expect(signIn.status).toBe(503);
  expect(signIn.headers.get("retry-after")).toBe("2");
  expect(await signIn.json()).toMatchObject({ code: "unavailable" });
}

test("with everything in place the server is ready", async () => {
  const app = await testApp();
  const response = await app.client().fetch("/readyz");
  expect(response.status).toBe(200);
  const ok = { status: "ok", database: "ok", storage: "ok", disk: "ok" };
  expect(await response.json()).toEqual({ ...ok, version: productVersion });
  await app.close();
});

test.each(["starting", "ending"] as const)(
  "while %s the server serves and is not ready",
  async (stage) => {
    const app = await testApp();
    const options = { clientFolder: null, mailbox: null, paymentSandbox: null };
    const starting = createApp(app.services, { ...options, stage: () => stage });
    const statusOf = async (path: string) =>
      (await starting.fetch(new Request(`${app.config.publicUrl}${path}`))).status;
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(503);
    await app.close();
  },
);

describe("A full disk", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await testApp();
    return () => app.close();
  });
  const gigabyte = 1_073_741_824;

  /** A new readiness check, without cached results. */
  function readinessWith(changes: Partial<Parameters<typeof createReadiness>[0]>) {
    const { db, files, config } = app.services;
    const isStorageUp = createStorageCheck(files);
    const sources = { db, isStorageUp, dataDir: config.dataDir, takeDatabaseFull: () => false };
    const answer = createReadiness({ ...sources, ...changes });
    return async () => {
      const response = await answer("serving");
      return { httpStatus: response.status, ...((await response.json()) as object) };
    };
  }

  test.each([
    [{ bytes: 0, entries: 9_000 }, 503, "full"],
    [{ bytes: 16 * 1_048_576 - 1, entries: 9_000 }, 503, "full"],
    [{ bytes: 16 * 1_048_576, entries: 9_000 }, 200, "ok"],
    [{ bytes: gigabyte, entries: 0 }, 503, "full"],
    [{ bytes: gigabyte, entries: null }, 200, "ok"],
  ])("with %j free: %i", async (free, httpStatus, disk) => {
    const check = readinessWith({ findFreeSpace: () => Promise.resolve(free) });
    expect(await check()).toMatchObject({ httpStatus, disk, database: "ok", storage: "ok" });
    expect((await app.client().fetch("/healthz")).status).toBe(200);
  });

  test("is checked, and files are written, once for all requests within two seconds", async () => {
    let checks = 0;
    let writes = 0;
    const check = readinessWith({
      isStorageUp: createStorageCheck({
        check: () => {
          writes += 1;
          return Promise.resolve();
        },
      }),
      findFreeSpace: () => {
        checks += 1;
        return Promise.resolve({ bytes: gigabyte, entries: 1 });
      },
    });
    await Promise.all(Array.from({ length: 200 }, check));
    expect([checks, writes]).toEqual([1, 1]);
    vi.spyOn(performance, "now").mockReturnValue(performance.now() + 2_001);
    expect(await check()).toMatchObject({ httpStatus: 200 });
    expect([checks, writes]).toEqual([2, 2]);
  });

  test.each([
    ["fails", () => Promise.reject(new Error("no bucket"))],
    ["hangs", () => new Promise<void>(() => undefined)],
  ])("storage that %s is named, and takes no process out", async (_, storage) => {
    const check = readinessWith({ isStorageUp: createStorageCheck({ check: storage }) });
    const startedAt = performance.now();
    expect(await check()).toMatchObject({
      httpStatus: 200,
      status: "ok",
      database: "ok",
      storage: "unavailable",
    });
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(1_500));
  });

  test("of the database is reported once a statement met it, until a write succeeds", async () => {
    let isFull = true;
    let tries = 0;
    const check = readinessWith({
      takeDatabaseFull: app.database.takeFull,
      tryToWrite: () => {
        tries += 1;
        return isFull ? Promise.reject(new Error("No space left on device")) : Promise.resolve();
      },
    });
    expect(await check()).toMatchObject({ httpStatus: 200, database: "ok" });
    expect(tries).toBe(0);

    const fail = sql`do $$ begin raise exception using errcode = '53100'; end $$`;
    await expect(fail.execute(app.database.kysely)).rejects.toMatchObject({ code: "53100" });
    expect(await check()).toMatchObject({ httpStatus: 503, database: "full", disk: "ok" });
    expect(await check()).toMatchObject({ httpStatus: 503, database: "full" });
    expect(tries).toBe(1);
    isFull = false;
    const now = vi.spyOn(performance, "now");
    now.mockReturnValue(performance.now() + 2_001);
    expect(await check()).toMatchObject({ httpStatus: 200, database: "ok" });
    expect(await check()).toMatchObject({ httpStatus: 200, database: "ok" });
    expect(tries).toBe(2);
  });

  test("of the database is checked by a write that is undone", async () => {
    await writeToDatabase(app.database.kysely);
    const { rows } = await sql`select oid from pg_largeobject_metadata`.execute(
      app.database.kysely,
    );
    expect(rows).toEqual([]);
  });

  test.runIf(process.platform === "linux" && process.getuid?.() === 0)("really", async () => {
    const folder = mkdtempSync(join(tmpdir(), "sampan-small-disk-"));
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=24m", "tmpfs", folder]);
    try {
      expect(await readinessWith({ dataDir: folder })()).toMatchObject({ httpStatus: 200 });
      writeFileSync(join(folder, "filler"), Buffer.alloc(12 * 1_048_576));
      expect(await readinessWith({ dataDir: folder })()).toMatchObject({
        httpStatus: 503,
        disk: "full",
      });
      rmSync(join(folder, "filler"));
      expect(await readinessWith({ dataDir: folder })()).toMatchObject({ httpStatus: 200 });
    } finally {
      execFileSync("umount", [folder]);
      rmSync(folder, { recursive: true });
    }
  });
});

test("without its database the server says so within three seconds", async () => {
  const app = await testApp();
  await app.database.close();
  await expectOutage(app);
  await app.close();
});

/** The database of `url` listens on a socket in a folder, or at a host and port. */
function connectOptions(url: string) {
  const address = new URL(url);
  const folder = address.searchParams.get("host");
  const port = Number(address.port || 5432);
  return folder === null
    ? { host: address.hostname, port }
    : { path: `${folder}/.s.PGSQL.${port}` };
}

/** A proxy to the database of `url` that can be made to hang: connections stay open and nothing passes. */
async function openStallableProxy(url: string) {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const server = createServer((incoming) => {
    track(incoming);
    if (!isStalled) incoming.pipe(track(connect(connectOptions(url)))).pipe(incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const proxyUrl = new URL(url);
  proxyUrl.searchParams.delete("host");
  proxyUrl.hostname = "127.0.0.1";
  proxyUrl.port = String((server.address() as AddressInfo).port);
  return {
    url: proxyUrl.href,
    stall: () => {
      isStalled = true;
      for (const socket of sockets) socket.pause().unpipe();
    },
    resume: () => {
      isStalled = false;
      for (const socket of sockets) socket.destroy();
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

test.runIf(isLongRun)(
  "while its database hangs the server says so within three seconds, and then goes on",
  async () => {
    const real = await testDatabase();
    const proxy = await openStallableProxy(real.url);
    const app = await testApp({ database: openDatabase({ url: proxy.url, log: silentLog }) });
    const client = app.client();
    expect(await client.api.auth.readSession({})).toBeNull();

    proxy.stall();
    await expectOutage(app);

    proxy.resume();
    await expect.poll(async () => (await client.fetch("/readyz")).status).toBe(200);
    expect(await client.api.auth.readSession({})).toBeNull();
    await app.close();
    proxy.close();
    await real.close();
  },
);
