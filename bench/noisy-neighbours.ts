// Measures what customers notice while one of their neighbours sends as much as it can: `node bench/noisy-neighbours.ts [PART]`.
//
// `requests`: one customer keeps as many requests in the queue as an account may have, from a process of its own. Rounds without
// and with them alternate, so that the load of others on the machine is in both. The medians of another customer's list and of a
// scan at a desk must stay below twice those without.
// `sign-ins`: 400 connections sign in with wrong passwords or reset passwords, while other users sign in, with the real cost of
// hashing. With a flood from one address their median must stay under a second; in no flood may one of them fail.
import { randomUUID } from "node:crypto";
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { createHashPassword } from "#people/server/auth/password.ts";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { customerPassword, visitAdmin, visitAsCustomer } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { conclude, median, quantile, runParts, say, silent, spread } from "./parts/measuring.ts";

const atOnce = queueLimits.signedInRequests.mostPerAccount;
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 3);
const allowedSlowdown = 2;
const roundMilliseconds = 6_000;
/** How long the requests have gone on when a round with them begins. */
const warmingSeconds = 4;
const betweenReadings = 15;
const packages = 500;
const parcels = 200;

type Times = { readonly list: number[]; readonly scan: number[] };
type Call = {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly ipAddress?: string;
};
const list: Call = { method: "GET", path: "/api/packages?tab=all&page=1&pageSize=20" };

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a call with a session's cookie and reads the whole answer. Throws unless it has one of these statuses; null: any. */
async function send(
  address: string,
  cookie: string,
  { method, path, body, ipAddress }: Call,
  expected: readonly number[] | null = [200],
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: address,
      ...(body && { "content-type": "application/json" }),
      ...(ipAddress && { "x-forwarded-for": ipAddress }),
    };
    const outgoing = request(`${address}${path}`, { agent, method, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      response.on("end", () =>
        expected?.includes(status) !== false
          ? resolve(status)
          : reject(new Error(`${path}: ${status}.`)),
      );
      response.resume();
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** How many were answered by status, which the parent process asks for; without it this one ends. */
function answerCounts(): Record<number, number> {
  const counts: Record<number, number> = {};
  process.on("message", () => process.send?.(counts));
  process.once("disconnect", () => process.exit());
  return counts;
}

/** Keeps `atOnce` requests of one customer on their way, until the parent process ends this one. */
async function load(address: string, cookie: string): Promise<void> {
  const counts = answerCounts();
  const repeat = async () => {
    for (;;) {
      const status = await send(address, cookie, list, [200, 429]);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
}

/** @param ipAddress as a proxy in front of the server forwards it */
async function signIn(address: string, email: string, ipAddress: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      origin: address,
      "x-forwarded-for": ipAddress,
    },
    body: JSON.stringify({ email, password: customerPassword }),
  });
  const cookie = response.headers.getSetCookie()[0]?.split(";")[0];
  if (!response.ok || cookie === undefined) throw new Error(`Signing in: ${response.status}.`);
  return cookie;
}

async function addPackages({ pool }: Database, email: string): Promise<void> {
  await pool.query(
    `insert into packages (user_id, tracking_number, origin, destination, description, status,
       created_at, updated_at)
     select id, 'SF' || lpad((n * 7919)::text, 13, '0'), 'China', 'United States', 'Teapot ' || n, 'pending',
       now() - n * interval '1 hour', now()
     from profiles, generate_series(1, $2::int) n where email = $1`,
    [email, packages],
  );
}

/** Makes the account a receiver, with parcels of a customer that the desk awaits; returns the calls of its scans. */
async function prepareDesk(
  { pool }: Database,
  { email, owner, warehouseId }: Record<"email" | "owner" | "warehouseId", string>,
): Promise<Call[]> {
  await pool.query(
    "insert into staff_roles (user_id, role, granted_at) select id, 'receiver', now() from profiles where email = $1",
    [email],
  );
  const { rows } = await pool.query<{ number: string }>(
    `insert into inbound_parcels (user_id, label_code, tracking_number, source, state, created_at, updated_at)
     select id, random_label_code(), 'YT' || lpad((n * 7919)::text, 13, '0'), 'declared', 'expected', now(), now()
     from profiles, generate_series(1, $2::int) n where email = $1 returning tracking_number as number`,
    [owner, parcels],
  );
  return rows.map(({ number: scan }) => {
    const json = { scan, memberCode: null, warehouseId };
    return { method: "POST", path: "/api/rpc/receiving/readScan", body: JSON.stringify({ json }) };
  });
}

/** Milliseconds of each of the calls, sent in turn with a pause between them for the length of a round. */
async function timesOf(send: (turn: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  const until = performance.now() + roundMilliseconds;
  for (let turn = 0; performance.now() < until; turn += 1) {
    const startedAt = performance.now();
    await send(turn);
    times.push(performance.now() - startedAt);
    await pause(betweenReadings);
  }
  return times;
}

type Sessions = { readonly noisy: string; readonly other: string; readonly desk: string };

/** Three accounts with what they read; returns the cookies of their sessions and the scans of the desk. */
async function prepare(server: ServerProcess): Promise<{ sessions: Sessions; scans: Call[] }> {
  const { address } = server;
  const [noisy, other, desk] = [
    await visitAsCustomer(address, 1),
    await visitAsCustomer(address, 2),
    await visitAsCustomer(address, 3),
  ];
  const url = await server.databaseUrl();
  const database = openDatabase({ url, log: silent, poolSize: 1 });
  await addPackages(database, noisy.email);
  await addPackages(database, other.email);
  const warehouseId = await enterWarehouseAs((await visitAdmin(address)).api);
  const ofDesk = { email: desk.email, owner: other.email, warehouseId };
  const scans = await prepareDesk(database, ofDesk);
  await database.pool.query("analyze");
  await database.close();
  const sessions = {
    noisy: await signIn(address, noisy.email, "10.1.0.1"),
    other: await signIn(address, other.email, "10.1.0.2"),
    desk: await signIn(address, desk.email, "10.1.0.3"),
  };
  return { sessions, scans };
}

/** Does `work` while another process sends what `loading` says; returns how many were answered, by status. */
async function whileLoaded(
  loading: readonly string[],
  work: () => Promise<void>,
): Promise<Record<number, number>> {
  const loader = fork(import.meta.filename, [], {
    env: { ...process.env, BENCH_LOADER: JSON.stringify(loading) },
  });
  await pause(warmingSeconds * 1000);
  await work();
  loader.send("count");
  const [counts] = (await once(loader, "message")) as [Record<number, number>];
  loader.kill();
  await once(loader, "exit");
  await pause(500);
  return counts;
}

/** Prints the figures of a call; returns what is wrong with them. */
function judge(name: string, alone: readonly number[], loaded: readonly number[]): string[] {
  const slowdown = median(loaded) / median(alone);
  const atEnd = quantile(loaded, 0.99) / quantile(alone, 0.99);
  say(`${name}: alone ${spread(alone)}; meanwhile ${spread(loaded)}`);
  say(`  ${slowdown.toFixed(2)} times the median, ${atEnd.toFixed(2)} times the p99`);
  return slowdown > allowedSlowdown ? [`${name} took ${slowdown.toFixed(2)} times as long`] : [];
}

async function measureRequests(): Promise<void> {
  const server = await serverProcess(null);
  try {
    await server.start();
    const { address } = server;
    const { sessions, scans } = await prepare(server);
    const readList = () => send(address, sessions.other, list);
    const scan = (turn: number) => send(address, sessions.desk, scans[turn % parcels] ?? list);
    const alone: Times = { list: [], scan: [] };
    const loaded: Times = { list: [], scan: [] };
    const round = async (into: Times) => {
      const [ofList, ofScan] = await Promise.all([timesOf(readList), timesOf(scan)]);
      into.list.push(...ofList);
      into.scan.push(...ofScan);
    };
    await round({ list: [], scan: [] });
    for (let turn = 1; turn <= rounds; turn += 1) {
      await round(alone);
      const counts = await whileLoaded(["load", address, sessions.noisy], () => round(loaded));
      const seconds = warmingSeconds + roundMilliseconds / 1000;
      const [answered, refused] = [200, 429].map((status) => (counts[status] ?? 0) / seconds);
      const load = loadavg()[0]?.toFixed(1);
      say(
        `round ${turn}: of ${atOnce} at once ${answered?.toFixed(1)} answered and ${refused?.toFixed(1)} refused a second; load of the machine ${load}`,
      );
    }
    conclude([
      ...judge("another's list of packages", alone.list, loaded.list),
      ...judge("a scan at a desk", alone.scan, loaded.scan),
    ]);
  } finally {
    await server.remove();
  }
}

const connections = Number(process.env["BENCH_CONNECTIONS"] ?? 400);
const signInsEach = Number(process.env["BENCH_SIGN_INS"] ?? 80);
const allowedSignInMilliseconds = 1_000;

type Attempt = { readonly path: string; readonly body: object; readonly ipAddress: string };

const guess = (email: string, ipAddress: string): Attempt => ({
  path: "/api/sign-in",
  body: { email, password: "wrong tide" },
  ipAddress,
});

/** The repeated request of one connection, and its address. */
const floods: Readonly<Record<string, (connection: number) => Attempt>> = {
  "resets, one address": () => ({
    path: "/api/password-reset",
    body: { token: randomUUID(), password: "a new tide comes in" },
    ipAddress: "192.0.2.1",
  }),
  "one account, one address": () => guess("victim@example.com", "192.0.2.2"),
  "many accounts, one address": () => guess(`${randomUUID()}@example.com`, "192.0.2.3"),
  "many accounts, 400 addresses": (connection) =>
    guess(`${randomUUID()}@example.com`, `198.18.${connection >> 8}.${connection & 255}`),
};

/** Repeats one of the floods on every connection, until the parent process ends this one. */
async function flood(address: string, name: string): Promise<void> {
  const attemptOf = floods[name];
  if (attemptOf === undefined) throw new Error(`No flood is called ${name}.`);
  const counts = answerCounts();
  const repeat = async (connection: number) => {
    for (;;) {
      const { path, body, ipAddress } = attemptOf(connection);
      const call = { method: "POST", path, body: JSON.stringify(body), ipAddress };
      const status = await send(address, "", call, null).catch(() => 0);
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, (_, connection) => repeat(connection)));
}

let signedInCount = 0;

/**
 * Verified users sign in one after the other, each from an address of its own, at most ten a second: the milliseconds of
 * those who are in, and how many were refused.
 */
async function timesOfSignIns(
  { address }: ServerProcess,
  { pool }: Database,
): Promise<{ readonly times: readonly number[]; readonly refusedCount: number }> {
  const emails = Array.from({ length: signInsEach }, () => `${randomUUID()}@example.com`);
  await pool.query(
    "insert into users (name, email, email_verified, password_hash) select 'Bench', email, true, $2 from unnest($1::text[]) email",
    [emails, await createHashPassword()(customerPassword)],
  );
  const times: number[] = [];
  for (const email of emails) {
    signedInCount += 1;
    const startedAt = performance.now();
    const ipAddress = `10.0.${signedInCount >> 8}.${signedInCount & 255}`;
    const cookie = await signIn(address, email, ipAddress).catch(() => null);
    if (cookie !== null) times.push(performance.now() - startedAt);
    await pause(Math.max(0, startedAt + 100 - performance.now()));
  }
  return { times, refusedCount: signInsEach - times.length };
}

async function measureSignIns(): Promise<void> {
  const server = await serverProcess(null, { settings: { TRUSTED_PROXIES: "127.0.0.1,::1" } });
  try {
    await server.start();
    const database = openDatabase({ url: await server.databaseUrl(), log: silent, poolSize: 1 });
    await timesOfSignIns(server, database);
    const { times: quiet } = await timesOfSignIns(server, database);
    say(`quiet: ${spread(quiet)}`);
    const wrong: string[] = [];
    for (const name of Object.keys(floods)) {
      let under = { times: quiet, refusedCount: 0 };
      const counts = await whileLoaded(["flood", server.address, name], async () => {
        under = await timesOfSignIns(server, database);
      });
      const { times, refusedCount } = under;
      const typical = median(times);
      const ratio = (typical / median(quiet)).toFixed(1);
      say(
        `${name}: ${spread(times)}, ${ratio} times quiet, ${refusedCount} refused; ` +
          `answers ${JSON.stringify(counts)}`,
      );
      // Nothing is promised while as many addresses as there are connections guess at once.
      if (name.endsWith("one address") && (refusedCount > 0 || typical > allowedSignInMilliseconds))
        wrong.push(
          `${name}: a sign-in took ${typical.toFixed(0)} ms, ${refusedCount} were refused`,
        );
    }
    await database.close();
    conclude(wrong);
  } finally {
    await server.remove();
  }
}

const [work, loadedAddress = "", detail = ""] = JSON.parse(
  process.env["BENCH_LOADER"] ?? "[]",
) as string[];
if (work === "load") await load(loadedAddress, detail);
else if (work === "flood") await flood(loadedAddress, detail);
else {
  await runParts({ requests: measureRequests, "sign-ins": measureSignIns });
  agent.destroy();
}
