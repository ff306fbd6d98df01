// Measures another customer's list of packages and a scan at the receiving desk while one customer keeps as many requests in
// the queue as an account may have: `node bench/noisy-customer.ts [ROUNDS]`. The requests come from a process of their own.
// Rounds without and with them alternate, so that the load of others on the machine is in both; the medians of those with
// them must stay below twice those without.
import { fork } from "node:child_process";
import { once } from "node:events";
import { Agent, request } from "node:http";
import { loadavg } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { customerPassword, visitAdmin, visitAsCustomer } from "#test/crashes/visitor.ts";
import { silentLog } from "#test/database.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { conclude, countGiven, say } from "./faults/report.ts";

const atOnce = queueLimits.signedInRequests.mostPerAccount;
const allowedSlowdown = 2;
const roundMilliseconds = 6_000;
/** How long the requests have gone on when a round with them begins. */
const warmingSeconds = 4;
const betweenReadings = 15;
const packages = 500;
const parcels = 200;

type Times = { readonly list: number[]; readonly scan: number[] };
/** How many were answered, by status. */
type Counts = { 200: number; 429: number };
type Call = { readonly method: string; readonly path: string; readonly body?: string };
const list: Call = { method: "GET", path: "/api/packages?tab=all&page=1&pageSize=20" };

const agent = new Agent({ keepAlive: true, maxSockets: Infinity });

/** Sends a call with a session's cookie and reads the whole answer. Throws unless it has one of these statuses. */
async function send(
  address: string,
  cookie: string,
  { method, path, body }: Call,
  expected: readonly number[] = [200],
): Promise<number> {
  return await new Promise((resolve, reject) => {
    const headers = {
      cookie,
      origin: address,
      ...(body && { "content-type": "application/json" }),
    };
    const outgoing = request(`${address}${path}`, { agent, method, headers }, (response) => {
      const { statusCode: status = 0 } = response;
      response.on("end", () =>
        expected.includes(status) ? resolve(status) : reject(new Error(`${path}: ${status}.`)),
      );
      response.resume();
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Keeps `atOnce` requests of one customer on their way, until the parent process ends this one. */
async function load(address: string, cookie: string): Promise<void> {
  const done: Counts = { 200: 0, 429: 0 };
  process.on("message", () => process.send?.(done));
  const repeat = async () => {
    for (;;) done[(await send(address, cookie, list, [200, 429])) === 200 ? 200 : 429] += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, repeat));
}

async function signIn(address: string, email: string): Promise<string> {
  const response = await fetch(`${address}/api/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: address },
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

function quantile(values: readonly number[], part: number): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * part)] ?? 0;
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
  const database = openDatabase({ url, log: silentLog, poolSize: 1 });
  await addPackages(database, noisy.email);
  await addPackages(database, other.email);
  const warehouseId = await enterWarehouseAs((await visitAdmin(address)).api);
  const ofDesk = { email: desk.email, owner: other.email, warehouseId };
  const scans = await prepareDesk(database, ofDesk);
  await database.pool.query("analyze");
  await database.close();
  const sessions = {
    noisy: await signIn(address, noisy.email),
    other: await signIn(address, other.email),
    desk: await signIn(address, desk.email),
  };
  return { sessions, scans };
}

/** Does `work` while another process keeps `atOnce` requests on their way; returns how many were answered. */
async function whileLoaded(
  address: string,
  cookie: string,
  work: () => Promise<void>,
): Promise<Counts> {
  const loader = fork(import.meta.filename, [], {
    env: { ...process.env, BENCH_LOADER: `${address} ${cookie}` },
  });
  await pause(warmingSeconds * 1000);
  await work();
  loader.send("count");
  const [counts] = (await once(loader, "message")) as [Counts];
  loader.kill();
  await once(loader, "exit");
  await pause(500);
  return counts;
}

/** Prints the figures of a call; returns what is wrong with them. */
function judge(name: string, alone: readonly number[], loaded: readonly number[]): string[] {
  const text = (values: readonly number[]) =>
    `median ${quantile(values, 0.5).toFixed(1)} ms, p99 ${quantile(values, 0.99).toFixed(1)} ms of ${values.length}`;
  const slowdown = quantile(loaded, 0.5) / quantile(alone, 0.5);
  const atEnd = quantile(loaded, 0.99) / quantile(alone, 0.99);
  say(`${name}: alone ${text(alone)}; meanwhile ${text(loaded)}`);
  say(`  ${slowdown.toFixed(2)} times the median, ${atEnd.toFixed(2)} times the p99`);
  return slowdown > allowedSlowdown ? [`${name} took ${slowdown.toFixed(2)} times as long`] : [];
}

async function measure(rounds: number): Promise<string[]> {
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
      const counts = await whileLoaded(address, sessions.noisy, () => round(loaded));
      const seconds = warmingSeconds + roundMilliseconds / 1000;
      const [answered, refused] = [counts[200] / seconds, counts[429] / seconds];
      const load = loadavg()[0]?.toFixed(1);
      say(
        `round ${turn}: of ${atOnce} at once ${answered.toFixed(1)} answered and ${refused.toFixed(1)} refused a second; load of the machine ${load}`,
      );
    }
    return [
      ...judge("another's list of packages", alone.list, loaded.list),
      ...judge("a scan at a desk", alone.scan, loaded.scan),
    ];
  } finally {
    await server.remove();
    agent.destroy();
  }
}

const [loadedAddress, cookie] = (process.env["BENCH_LOADER"] ?? "").split(" ");
if (loadedAddress && cookie) await load(loadedAddress, cookie);
else conclude(await measure(countGiven(3)));
