// Measures the list of a customer's 20 newest packages over HTTP, as a share of the throughput of a bare node:http server.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { SignedInContext } from "#platform/server/context.ts";
import { loadConfig } from "#platform/server/config.ts";
import { startEmbeddedPostgres } from "#platform/server/db/embedded/supervisor.ts";
import { migrate } from "#platform/server/db/migrate.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { listPackages } from "#goods/server/packages/lists/list-packages.ts";
import { findSessionByToken, sessionCookie } from "#people/server/auth/sessions/sessions.ts";
import { listeners } from "#app/server/listeners.ts";
import { median, silent } from "./parts/measuring.ts";

const port = Number(process.env["PORT"] ?? 3171);
const barePort = port + 1;
const secondsPerRound = Number(process.env["BENCH_SECONDS"] ?? 3);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 7);
const connections = 16;
const customers = 200;
const secret = "0".repeat(64);
const publicUrl = `http://localhost:${port}`;
const wantedShare = 0.65;

/** Inserts customers with 30 packages of three legs each and a session; returns their cookies. */
async function fill({ pool }: Database): Promise<string[]> {
  await pool.query(`
    insert into users (name, email, email_verified)
    select 'Customer ' || n, n || '@example.com', true from generate_series(1, ${customers}) n;
    insert into packages (user_id, tracking_number, origin, destination, description, estimated_weight_grams,
      status, created_at, updated_at)
    select id, 'SF' || lpad(n::text, 13, '0'), 'China', 'United States', 'Tea cups', 1500, 'pending',
      now() - n * interval '1 hour', now()
    from profiles, generate_series(1, 30) n;
    insert into shipping_legs (package_id, leg_number, origin, destination, carrier, estimated_departure,
      estimated_arrival, status, created_at, updated_at)
    select id, leg, 'China', 'Hong Kong', 'SF Express', created_at, created_at + interval '10 days', 'pending',
      created_at, created_at
    from packages, generate_series(1, 3) leg`);
  await pool.query(`vacuum analyze`);
  const { rows } = await pool.query<{ token: string }>(`
    insert into sessions (user_id, token, expires_at)
    select id, replace(gen_random_uuid()::text, '-', ''), now() + interval '10 days' from profiles
    returning token`);
  const config = loadConfig({ PUBLIC_URL: publicUrl, SECRET: secret });
  return rows.map(({ token }) => sessionCookie(config, token).split(";")[0] ?? "");
}

/** The two SQL statements of the product's list, as its connection has prepared them. */
async function statementsOf(url: string, cookie: string) {
  const database = openDatabase({ url, log: silent, poolSize: 1 });
  const services = { db: database.kysely, listeners, now: () => new Date() };
  const token = cookie.slice(cookie.indexOf("=") + 1).split(".")[0] ?? "";
  const session = await findSessionByToken(services, token);
  const context = { ...services, session } as unknown as SignedInContext;
  await listPackages(context, { tab: "all", search: "", page: 1, pageSize: 20 });
  const { rows } = await database.pool.query<{ statement: string }>(
    "select statement from pg_prepared_statements order by prepare_time",
  );
  await database.close();
  const [sessionStatement = "", listStatement = ""] = rows.map(({ statement }) => statement);
  return { SESSION_STATEMENT: sessionStatement, LIST_STATEMENT: listStatement };
}

/** The request as the product's own client sends it, or over REST. */
function requestOf(cookie: string, form: "rpc" | "rest"): Buffer {
  const shared = `Host: localhost:${port}\r\nCookie: ${cookie}\r\nUser-Agent: bench\r\nAccept: */*\r\n`;
  if (form === "rest") {
    return Buffer.from(`GET /api/packages?tab=all&page=1&pageSize=20 HTTP/1.1\r\n${shared}\r\n`);
  }
  const body = JSON.stringify({ json: { tab: "all", search: "", page: 1, pageSize: 20 } });
  return Buffer.from(
    `POST /api/rpc/packages/listPackages HTTP/1.1\r\n${shared}Origin: ${publicUrl}\r\n` +
      `Sec-Fetch-Site: same-origin\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
}

/** Whether `bytes` hold a whole response; throws when its status is not 200. */
function isWhole(bytes: Buffer): boolean {
  const headEnd = bytes.indexOf("\r\n\r\n");
  if (headEnd < 0) return false;
  const head = bytes.subarray(0, headEnd).toString("latin1").toLowerCase();
  if (!head.startsWith("http/1.1 200"))
    throw new Error(`Unexpected response: ${bytes.toString().slice(0, 600)}`);
  const length = /content-length: (\d+)/.exec(head)?.[1];
  if (length !== undefined) return bytes.length >= headEnd + 4 + Number(length);
  return bytes.subarray(-5).equals(Buffer.from("0\r\n\r\n"));
}

/** Sends one request after the other until `endsAt`; returns the number of responses. */
async function countResponses(
  socket: Socket,
  requests: readonly Buffer[],
  endsAt: number,
): Promise<number> {
  let responses = 0;
  let received: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const next = () => socket.write(requests[Math.floor(Math.random() * requests.length)] ?? "");
  const onData = (chunk: Buffer) => {
    received.push(chunk);
    try {
      const bytes = received.length === 1 ? chunk : Buffer.concat(received);
      if (!isWhole(bytes)) return;
      received = [];
      responses += 1;
      if (performance.now() < endsAt) next();
      else resolve();
    } catch (error) {
      reject(error as Error);
    }
  };
  socket.on("data", onData);
  socket.once("close", () => reject(new Error("The server closed a connection.")));
  next();
  await promise;
  return responses;
}

/** The processor time of a process so far, in milliseconds; 0 where the system has no /proc. */
async function processorMilliseconds(processId: number | undefined): Promise<number> {
  const stat = await readFile(`/proc/${processId}/stat`, "utf8").catch(() => "");
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .slice(11, 13)
    .map(Number);
  return (user + system) * 10;
}

async function perSecond(toPort: number, requests: readonly Buffer[]): Promise<number> {
  const sockets = await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect({ port: toPort, host: "127.0.0.1", noDelay: true });
      await once(socket, "connect");
      return socket;
    }),
  );
  const startedAt = performance.now();
  const endsAt = startedAt + secondsPerRound * 1000;
  const counts = await Promise.all(
    sockets.map((socket) => countResponses(socket, requests, endsAt)),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  for (const socket of sockets) socket.removeAllListeners("close").destroy();
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

async function untilReady(child: ChildProcess, toPort: number): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (child.exitCode !== null) throw new Error("A server ended before it was ready.");
    const response = await fetch(`http://localhost:${toPort}/readyz`).catch(() => null);
    if (response?.ok) return;
    await wait(100);
  }
  throw new Error("A server did not become ready.");
}

function start(file: string, environment: Record<string, string>): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const flags = (process.env["BENCH_NODE_FLAGS"] ?? "").split(" ").filter(Boolean);
  return spawn(process.execPath, [...flags, new URL(file, import.meta.url).pathname], {
    env: { PATH, HOME, ...environment },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill();
  await once(child, "exit");
}

async function measure(
  cookies: readonly string[],
  [product, bareServer]: readonly [ChildProcess, ChildProcess],
): Promise<void> {
  const candidates = [
    {
      name: "bare server",
      child: bareServer,
      toPort: barePort,
      requests: cookies.map((cookie) => requestOf(cookie, "rest")),
    },
    {
      name: "product, RPC",
      child: product,
      toPort: port,
      requests: cookies.map((cookie) => requestOf(cookie, "rpc")),
    },
    {
      name: "product, REST",
      child: product,
      toPort: port,
      requests: cookies.map((cookie) => requestOf(cookie, "rest")),
    },
  ].map((candidate) => ({ ...candidate, figures: [] as number[], processor: [] as number[] }));
  for (const { toPort, requests } of candidates) await perSecond(toPort, requests);
  // In turns, so that load of the machine affects all of them.
  for (let round = 0; round < rounds; round += 1) {
    for (const { child, toPort, requests, figures, processor } of candidates) {
      const before = await processorMilliseconds(child.pid);
      const figure = await perSecond(toPort, requests);
      figures.push(figure);
      const used = (await processorMilliseconds(child.pid)) - before;
      processor.push(used / (figure * secondsPerRound));
    }
  }
  const [bare, ...products] = candidates;
  for (const { name, figures, processor } of candidates) {
    process.stdout.write(
      `${name.padEnd(16)} ${median(figures).toFixed(0).padStart(6)} requests a second, ` +
        `${median(processor).toFixed(2)} ms of processor time each\n`,
    );
  }
  for (const { name, figures } of products) {
    const shares = figures.map((figure, round) => figure / (bare?.figures[round] ?? Number.NaN));
    process.stdout.write(
      `${name}: ${median(shares).toFixed(2)} of the bare server (rounds ${Math.min(...shares).toFixed(2)} to ` +
        `${Math.max(...shares).toFixed(2)}; at least ${wantedShare} is wanted)\n`,
    );
  }
}

const dataFolder = await mkdtemp(join(tmpdir(), "bench-hot-list-"));
const postgres = await startEmbeddedPostgres({ dataFolder, log: silent });
const children: ChildProcess[] = [];
try {
  const database = openDatabase({ url: postgres.url, log: silent });
  await migrate(database);
  const cookies = await fill(database);
  await database.close();
  const product = start("../src/app/server/main.ts", {
    PORT: String(port),
    SECRET: secret,
    DATABASE_URL: postgres.url,
    DATA_DIR: join(dataFolder, "product"),
  });
  const bareServer = start("./parts/bare-list-server.ts", {
    PORT: String(barePort),
    DATABASE_URL: postgres.url,
    ...(await statementsOf(postgres.url, cookies[0] ?? "")),
  });
  children.push(product, bareServer);
  for (const [index, child] of children.entries()) await untilReady(child, port + index);
  await measure(cookies, [product, bareServer]);
} finally {
  await Promise.all(children.map(stop));
  await postgres.close();
  await rm(dataFolder, { recursive: true, force: true });
}
