// F4: interrupts the connection to the database in three ways: `node bench/faults/database-away.ts [ROUNDS]`.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { silentLog } from "#test/database.ts";
import { admin, serverProcess } from "#test/crashes/server-process.ts";
import { ask, conclude, countGiven, say, spread, until } from "./report.ts";

const rounds = countGiven(3);
const longestMilliseconds = 3_000;
const outageMilliseconds = 8_000;

type Way = "down" | "refusing" | "hanging";

/** Stands between the server and PostgreSQL; what passes through it can be cut, refused or held. */
async function openGate(socketPath: string) {
  const sockets = new Set<Socket>();
  let way: Way | null = null;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => socket.destroy());
    socket.on("close", () => sockets.delete(socket));
  };
  const pass = (socket: Socket) => {
    keep(socket);
    if (way === "down") return void socket.destroy();
    if (way === "hanging") return void socket.pause();
    const beyond = connect(socketPath);
    keep(beyond);
    socket.pipe(beyond).pipe(socket);
    socket.on("close", () => beyond.destroy());
    beyond.on("close", () => socket.destroy());
  };
  const listen = async (port: number): Promise<Server> => {
    const server = createServer(pass).listen(port, "127.0.0.1");
    await once(server, "listening");
    return server;
  };
  let server = await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    async take(next: Way) {
      way = next;
      if (next === "hanging") {
        for (const socket of sockets) socket.unpipe().pause();
        return;
      }
      if (next === "refusing") server.close();
      for (const socket of sockets) socket.destroy();
    },
    async giveBack() {
      if (way === "refusing") server = await listen(port);
      way = null;
      for (const socket of sockets) socket.destroy();
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

const folder = await mkdtemp(join(tmpdir(), "sampan-away-"));
const postgres = await startEmbeddedPostgres({ dataFolder: folder, log: silentLog });
const address = new URL(postgres.url);
const gate = await openGate(join(address.searchParams.get("host") ?? "", ".s.PGSQL.5432"));
const server = await serverProcess(
  `postgresql://postgres:${address.password}@127.0.0.1:${gate.port}/postgres`,
);
const wrong: string[] = [];
const headers = { origin: server.address, "content-type": "application/json" };
const body = JSON.stringify({ email: "ann@example.com", password: "a wrong one" });
/** What people and supervisors ask for, and what they are to be told meanwhile. */
const questions: [name: string, path: string, init: RequestInit, status: number][] = [
  ["health", "/healthz", {}, 200],
  ["readiness", "/readyz", {}, 503],
  ["sign-in", "/api/sign-in", { method: "POST", headers, body }, 503],
  ["a visitor", "/api/session", {}, 503],
  ["a webhook", "/api/webhooks/stripe", { method: "POST", body: "{}" }, 400],
];

/** The cookie of somebody who signed in before the outage. */
async function signIn(): Promise<string> {
  const response = await fetch(`${server.address}/api/admin-sign-in`, {
    method: "POST",
    headers,
    body: JSON.stringify(admin),
  });
  return (response.headers.getSetCookie()[0] ?? "").split(";")[0] ?? "";
}

async function askAll(way: Way): Promise<number> {
  const answers = await Promise.all(
    questions.map(async ([name, path, init, status]) => {
      const answer = await ask(`${server.address}${path}`, init);
      if (answer.status !== status) wrong.push(`${way}: ${name} was answered ${answer.status}`);
      if (answer.milliseconds > longestMilliseconds) {
        wrong.push(`${way}: ${name} took ${Math.round(answer.milliseconds)} ms`);
      }
      return answer.milliseconds;
    }),
  );
  return Math.max(...answers);
}

try {
  await server.start();
  const cookie = await signIn();
  if (cookie === "") throw new Error("The admin could not sign in.");
  questions.push(["somebody signed in", "/api/wallet", { headers: { cookie } }, 503]);
  const processId = server.processId();
  for (const way of ["down", "refusing", "hanging"] as const) {
    const waits: number[] = [];
    const recoveries: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await gate.take(way);
      const endsAt = performance.now() + outageMilliseconds;
      while (performance.now() < endsAt) {
        waits.push(await askAll(way));
        await pause(200);
      }
      await gate.giveBack();
      recoveries.push(
        await until("the server to be ready again", async () => {
          const ready = await ask(`${server.address}/readyz`);
          const signIn = await ask(`${server.address}/api/sign-in`, {
            method: "POST",
            headers,
            body,
          });
          return ready.status === 200 && signIn.status < 500;
        }),
      );
    }
    say(
      `${way}: longest wait for an answer ${spread(waits)}; given back, recovered ${spread(recoveries)}`,
    );
  }
  if (server.processId() !== processId) wrong.push("The server was restarted.");
} finally {
  await server.remove();
  gate.close();
  await postgres.close();
  await rm(folder, { recursive: true, force: true });
}
conclude(wrong);
