// Shows what the server answers while its database is gone, or is there and says nothing.
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import { once } from "node:events";
import { expect, test } from "vitest";
import { createApp } from "#server/app.ts";
import { openDatabase } from "#server/db/open.ts";
import { silentLog, testDatabase } from "#testing/database.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";

const mostMilliseconds = 3_000;

async function expectOutage(app: TestApp): Promise<void> {
  const client = app.client();
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const startedAt = Date.now();
    const result = await work;
    expect(Date.now() - startedAt).toBeLessThan(mostMilliseconds);
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
  expect(await response.json()).toEqual({ status: "ok", database: "ok", storage: "ok" });
  await app.close();
});

test.each(["starting", "ending"] as const)(
  "while %s the server serves and is not ready",
  async (stage) => {
    const app = await testApp();
    const options = { clientFolder: null, mailbox: null, paymentSandbox: null };
    const starting = createApp(app.parts, { ...options, stage: () => stage });
    const statusOf = async (path: string) =>
      (await starting.fetch(new Request(`${app.config.publicUrl}${path}`))).status;
    expect(await statusOf("/healthz")).toBe(200);
    expect(await statusOf("/readyz")).toBe(503);
    await app.close();
  },
);

test("without its database the server says so within three seconds", async () => {
  const app = await testApp();
  await app.database.close();
  await expectOutage(app);
  await app.close();
});

/** Where the database of `url` listens: on a socket in a folder, or at a host and port. */
function listeningPlace(url: string) {
  const address = new URL(url);
  const folder = address.searchParams.get("host");
  const port = Number(address.port || 5432);
  return folder === null
    ? { host: address.hostname, port }
    : { path: `${folder}/.s.PGSQL.${port}` };
}

/** A way to the database of `url` that can be made to hang: connections stay open and nothing passes. */
async function openStallableWay(url: string) {
  const sockets = new Set<Socket>();
  let isStalled = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    return socket;
  };
  const server = createServer((incoming) => {
    keep(incoming);
    if (!isStalled) incoming.pipe(keep(connect(listeningPlace(url)))).pipe(incoming);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const way = new URL(url);
  way.searchParams.delete("host");
  way.hostname = "127.0.0.1";
  way.port = String((server.address() as AddressInfo).port);
  return {
    url: way.href,
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

test("while its database hangs the server says so within three seconds, and then goes on", async () => {
  const real = await testDatabase();
  const way = await openStallableWay(real.url);
  const app = await testApp({ database: openDatabase({ url: way.url, log: silentLog }) });
  const client = app.client();
  expect(await client.api.people.readSession({})).toBeNull();

  way.stall();
  await expectOutage(app);

  way.resume();
  await expect.poll(async () => (await client.fetch("/readyz")).status).toBe(200);
  expect(await client.api.people.readSession({})).toBeNull();
  await app.close();
  way.close();
  await real.close();
});
