// Notifies 1,000 customers of a report of their carriers, each with a device, and measures how long inbox, push and email
// take, and the pages of another customer meanwhile: `node bench/notification-fan-out.ts [CUSTOMERS]`. All pushes must be
// sent within 10 s, and pages must stay below twice their usual time.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { sessionLifetimeSeconds } from "#server/auth/sessions/session-lifetime.ts";
import { loadConfig } from "#server/config.ts";
import { atomically, openDatabase, type Db } from "#server/db/open.ts";
import { openJobs } from "#server/jobs/jobs.ts";
import { encryptKeys, type PushKeys } from "#server/notifications/push/push-keys.ts";
import { notifyReport } from "#server/packages/notify-report.ts";
import { visitAsCustomer } from "#testing/crashes/visitor.ts";
import { serverProcess } from "#testing/crashes/server-process.ts";
import { silentLog } from "#testing/database.ts";
import { timeZoneAtNoon } from "#testing/push-day.ts";
import { conclude, countGiven, say, until } from "./faults/report.ts";

const customers = countGiven(1_000);
const allowedMilliseconds = 10_000;
const allowedSlowdown = 2;
const aloneMilliseconds = 8_000;
/** Transactions that notify at once, as jobs of the tracking provider do. */
const notifiedAtOnce = 4;
const secret = "a secret of measurements alone, 32 characters";

type Device = { readonly endpoint: string; readonly keys: PushKeys };
type Customer = { readonly id: string; readonly email: string };

const server = await serverProcess(null, { settings: { SECRET: secret } });

async function makeDevices(publicKey: string): Promise<Device[]> {
  const devices: Device[] = [];
  for (let made = 0; made < customers; made += 1) {
    const response = await fetch(`${server.address}/sandbox/push/devices`, {
      method: "POST",
      headers: { origin: server.address, "content-type": "application/json" },
      body: JSON.stringify({ applicationServerKey: publicKey }),
    });
    devices.push((await response.json()) as Device);
  }
  return devices;
}

/** Customers who are signed in, each in one browser that is notified by push. */
async function makeCustomers(db: Db, devices: readonly Device[]): Promise<Customer[]> {
  const made = devices.map(({ endpoint, keys }) => ({
    email: `${randomUUID()}@example.com`,
    token: randomUUID(),
    endpoint,
    keys: encryptKeys(secret, keys).toString("hex"),
  }));
  const timeZone = timeZoneAtNoon(new Date());
  const expiresAt = new Date(Date.now() + sessionLifetimeSeconds * 1_000);
  const { rows } = await sql<Customer>`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as given (email text, token text, endpoint text, keys text)
    ), added as (
      insert into users (name, email, email_verified) select 'Mei Chan', email, true from given returning id, email
    )
    select id, email from added
  `.execute(db);
  await sql`
    with given as (select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
      as given (email text, token text, endpoint text, keys text)
    ), opened as (
      insert into sessions (user_id, token, expires_at, user_agent)
      select users.id, given.token, ${expiresAt}, 'bench' from given join users using (email)
      returning id, user_id, token
    )
    insert into push_subscriptions (user_id, session_id, endpoint, keys_encrypted, time_zone, created_at)
    select user_id, opened.id, endpoint, decode(keys, 'hex'), ${timeZone}, now()
    from opened join given using (token)
  `.execute(db);
  return rows;
}

/** Milliseconds of each reading of a customer's packages, inbox and settings, one after the other. */
async function readPages(read: () => Promise<unknown>, isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    const startedAt = performance.now();
    await read();
    taken.push(performance.now() - startedAt);
    await pause(20);
  }
  return taken;
}

function figuresOf(milliseconds: readonly number[]) {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0;
  return { median: at(0.5), p95: at(0.95), count: sorted.length };
}

async function countLeft(db: Db): Promise<{ pushes: number; emails: number }> {
  const { rows } = await sql<{ pushes: number; emails: number }>`
    select (select count(*)::int from push_messages where state <> 'sent') as pushes,
      (select count(*)::int from emails where sent_at is null) as emails
  `.execute(db);
  return rows[0] ?? { pushes: 0, emails: 0 };
}

const wrong: string[] = [];
try {
  await server.start();
  const { address } = server;
  const config = loadConfig({
    DATA_DIR: server.dataFolder,
    SECRET: secret,
    PORT: new URL(address).port,
  });
  const databaseUrl = await server.databaseUrl();
  const database = openDatabase({ url: databaseUrl, log: silentLog, poolSize: notifiedAtOnce + 1 });
  const jobs = await openJobs({ databaseUrl, log: silentLog, isManual: true });
  const db = database.kysely;
  const people = await makeCustomers(db, await makeDevices(config.vapid.publicKey));
  const { api } = await visitAsCustomer(address, 1);
  const read = () =>
    Promise.all([
      api.packages.listPackages({ tab: "all", search: "", page: 1, pageSize: 20 }),
      api.notifications.listNotifications({}),
      api.users.readProfile({}),
      fetch(`${address}/pricing`).then((response) => response.arrayBuffer()),
    ]);
  const aloneUntil = performance.now() + aloneMilliseconds;
  await readPages(read, () => performance.now() > aloneUntil - aloneMilliseconds / 2);
  const alone = figuresOf(await readPages(read, () => performance.now() > aloneUntil));

  let isOver = false;
  const reading = readPages(read, () => isOver);
  const startedAt = performance.now();
  const services = { config, jobs, now: () => new Date() };
  const waiting = [...people];
  await Promise.all(
    Array.from({ length: notifiedAtOnce }, async () => {
      for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
        const { id: userId, email: userEmail } = one;
        const pkg = { id: randomUUID(), userId, userEmail, trackingNumber: "SF1023456789012" };
        const way = { origin: "Hong Kong", destination: "Japan" };
        const report = { kind: "package_moved", dedupeKey: pkg.id, report: "customs" } as const;
        await atomically(db, (inner) => notifyReport(services, inner, { ...pkg, ...way }, report));
      }
    }),
  );
  const inbox = performance.now() - startedAt;
  await until("the pushes", async () => (await countLeft(db)).pushes === 0, 120_000);
  const pushed = performance.now() - startedAt;
  isOver = true;
  const during = figuresOf(await reading);
  await until("the emails", async () => (await countLeft(db)).emails === 0, 240_000);
  const emailed = performance.now() - startedAt;
  const messages = (await (await fetch(`${address}/sandbox/push.json`)).json()) as {
    deviceId: string;
    arrivals: number;
  }[];
  const reached = new Set(messages.map(({ deviceId }) => deviceId)).size;
  const arrivals = messages.reduce((sum, message) => sum + message.arrivals, 0);
  await jobs.stop();
  await database.close();

  const rounded = (milliseconds: number) => Math.round(milliseconds * 10) / 10;
  say(`${customers} customers: all in the inbox after ${Math.round(inbox)} ms`);
  say(`all pushed after ${Math.round(pushed)} ms; all emailed after ${Math.round(emailed)} ms`);
  say(`devices reached: ${reached}, messages: ${arrivals}`);
  for (const [name, { median, p95, count }] of Object.entries({ alone, during })) {
    say(
      `four reads of a page, ${name}: median ${rounded(median)} ms, p95 ${rounded(p95)} ms (${count} times)`,
    );
  }
  const slowdown = during.median / alone.median;
  say(`median during the fan-out: ${slowdown.toFixed(2)} times the usual`);
  if (reached !== customers || arrivals !== customers)
    wrong.push("Not every device got one message");
  if (pushed > allowedMilliseconds) wrong.push(`Pushes took longer than ${allowedMilliseconds} ms`);
  if (slowdown > allowedSlowdown) wrong.push("Pages took longer than twice their usual time");
} finally {
  await server.remove();
}
conclude(wrong);
