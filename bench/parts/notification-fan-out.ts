// 1,000 messages of carriers wait, each about the package of another customer with a device: measures how long inbox, push
// and email take until all are notified, and the pages of another customer meanwhile. All pushes must be sent within 10 s, and
// pages must stay below twice their usual time.
import { createHash, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { sessionLifetimeSeconds } from "#people/server/auth/sessions/sessions.ts";
import { loadConfig } from "#platform/server/config.ts";
import { openDatabase, type Db } from "#platform/server/db/open.ts";
import { sandboxTrackingAccess } from "#app/server/open-sandboxes.ts";
import { encryptKeys, type PushKeys } from "#notices/server/notifications/send-push.ts";
import { visitAsCustomer } from "#test/crashes/visitor.ts";
import { serverProcess, type ServerProcess } from "#test/crashes/server-process.ts";
import { timeZoneAtNoon } from "#test/push-day.ts";
import { conclude, median, say, secret, silent, spread } from "./measuring.ts";

const customers = Number(process.env["BENCH_CUSTOMERS"] ?? 1_000);
const allowedMilliseconds = 10_000;
const allowedSlowdown = 2;
const aloneMilliseconds = 8_000;

type Device = { readonly endpoint: string; readonly keys: PushKeys };

async function makeDevices(address: string, publicKey: string): Promise<Device[]> {
  const devices: Device[] = [];
  for (let made = 0; made < customers; made += 1) {
    const response = await fetch(`${address}/sandbox/push/devices`, {
      method: "POST",
      headers: { origin: address, "content-type": "application/json" },
      body: JSON.stringify({ applicationServerKey: publicKey }),
    });
    devices.push((await response.json()) as Device);
  }
  return devices;
}

/** Customers who are signed in, each in one browser that is notified by push. */
async function makeCustomers(db: Db, devices: readonly Device[]): Promise<void> {
  const made = devices.map(({ endpoint, keys }) => ({
    email: `${randomUUID()}@example.com`,
    token: randomUUID(),
    endpoint,
    keys: encryptKeys(secret, keys).toString("hex"),
  }));
  const timeZone = timeZoneAtNoon(new Date());
  const expiresAt = new Date(Date.now() + sessionLifetimeSeconds * 1_000);
  await sql`
    insert into users (name, email, email_verified)
    select 'Mei Chan', email, true from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as given (email text)
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
}

/** A package of each customer with a device, on its last leg, with a number that is followed; returns the numbers. */
async function makePackages(db: Db): Promise<string[]> {
  const { rows } = await sql<{ trackingNumber: string }>`
    with added as (
      insert into packages (user_id, tracking_number, origin, destination, status,
        created_at, updated_at)
      select user_id, 'SF' || (1000000000 + row_number() over ()), 'China', 'United States', 'in_transit',
        now(), now()
      from push_subscriptions returning id, tracking_number
    ), legs as (
      insert into shipping_legs (package_id, leg_number, origin, destination, tracking_number, status, status_since,
        departed_at, created_at, updated_at)
      select added.id, leg, (array['China', 'Hong Kong', 'Singapore'])[leg],
        (array['Hong Kong', 'Singapore', 'United States'])[leg], case when leg = 3 then 'N' || tracking_number end,
        case when leg = 3 then 'in_transit' else 'delivered' end, now() - interval '2 days',
        now() - interval '2 days', now(), now()
      from added, generate_series(1, 3) leg returning id, tracking_number
    ), followed as (
      insert into trackers (tracking_number, state, registered_at, next_look_at, created_at, updated_at)
      select tracking_number, 'following', now(), now() + interval '1 day', now(), now()
      from legs where tracking_number is not null returning id, tracking_number
    ), used as (
      insert into tracker_uses (tracker_id, leg_id, since)
      select followed.id, legs.id, now() - interval '2 days' from followed join legs using (tracking_number)
    )
    select tracking_number from followed
  `.execute(db);
  await sql`analyze`.execute(db);
  return rows.map(({ trackingNumber }) => trackingNumber);
}

/** A message of customs about a number. */
function messageAbout(number: string): string {
  const at = new Date(Date.now() - 3_600_000).toISOString();
  const events = [
    {
      time_utc: at,
      time_iso: at,
      description: "Documents are needed by customs",
      sub_status: "InTransit_CustomsRequiringInformation",
    },
  ];
  const data = {
    number,
    carrier: 0,
    tag: "",
    track_info: { tracking: { providers: [{ events }] } },
  };
  return JSON.stringify({ event: "TRACKING_UPDATED", data });
}

/** Stores messages as the webhook does that gets them, without the job that processes them. */
async function insertMessages(db: Db, numbers: readonly string[]): Promise<void> {
  const now = new Date();
  const messages = numbers.map((trackingNumber) => {
    const body = Buffer.from(messageAbout(trackingNumber));
    const contentHash = createHash("sha256").update(body).digest();
    const times = { receivedAt: now, nextTryAt: now };
    return { contentHash, body, trackingNumber, state: "received" as const, ...times };
  });
  if (messages.length > 0) await db.insertInto("carrierMessages").values(messages).execute();
}

/** Sends a message to the webhook. */
async function sendMessage(address: string, number: string): Promise<void> {
  const body = messageAbout(number);
  const { apiKey } = sandboxTrackingAccess({ secret, publicUrl: address });
  const sign = createHash("sha256").update(`${body}/${apiKey}`).digest("hex");
  const url = `${address}/api/webhooks/tracking`;
  const { status } = await fetch(url, { method: "POST", body, headers: { sign } });
  if (status !== 200) throw new Error(`A message was answered with ${status}.`);
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

/** Milliseconds since `startedAt` once `count` has reached the customers; asked seldom, since it is work too. */
async function allAt(startedAt: number, count: () => Promise<number>): Promise<number> {
  while ((await count()) < customers) {
    if (performance.now() - startedAt > 240_000) throw new Error("Not all were notified.");
    await pause(100);
  }
  return performance.now() - startedAt;
}

async function countRows(
  db: Db,
  table: "notifications" | "push_messages" | "emails",
  isCounted = sql`true`,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${sql.table(table)} where ${isCounted}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

async function measure(server: ServerProcess): Promise<string[]> {
  const { address } = server;
  const config = loadConfig({
    DATA_DIR: server.dataFolder,
    SECRET: secret,
    PORT: new URL(address).port,
  });
  const databaseUrl = await server.databaseUrl();
  const database = openDatabase({ url: databaseUrl, log: silent, poolSize: 1 });
  const db = database.kysely;
  await makeCustomers(db, await makeDevices(address, config.vapid.publicKey));
  const numbers = await makePackages(db);
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
  const alone = await readPages(read, () => performance.now() > aloneUntil);

  let isOver = false;
  const reading = readPages(read, () => isOver);
  const startedAt = performance.now();
  const [last = "", ...others] = numbers;
  await insertMessages(db, others);
  await sendMessage(address, last);
  const inbox = await allAt(startedAt, () => countRows(db, "notifications"));
  const pushed = await allAt(startedAt, () => countRows(db, "push_messages", sql`state = 'sent'`));
  isOver = true;
  const during = await reading;
  const emailed = await allAt(startedAt, () =>
    countRows(db, "emails", sql`sent_at is not null and kind = 'package-reported'`),
  );
  const messages = (await (await fetch(`${address}/sandbox/push.json`)).json()) as {
    deviceId: string;
    arrivals: number;
  }[];
  const reached = new Set(messages.map(({ deviceId }) => deviceId)).size;
  const arrivals = messages.reduce((sum, message) => sum + message.arrivals, 0);
  await database.close();

  say(`${customers} customers: all in the inbox after ${Math.round(inbox)} ms`);
  say(`all pushed after ${Math.round(pushed)} ms; all emailed after ${Math.round(emailed)} ms`);
  say(`devices reached: ${reached}, messages: ${arrivals}`);
  const slowdown = median(during) / median(alone);
  say(`four reads of a page, alone: ${spread(alone)}`);
  say(`during the fan-out: ${spread(during)}; ${slowdown.toFixed(2)} times the median`);
  return [
    ...(reached === customers && arrivals === customers
      ? []
      : ["Not every device got one message"]),
    ...(pushed > allowedMilliseconds ? [`Pushes took longer than ${allowedMilliseconds} ms`] : []),
    ...(slowdown > allowedSlowdown ? ["Pages took longer than twice their usual time"] : []),
  ];
}

export async function fanOut(): Promise<void> {
  const server = await serverProcess(null, { settings: { SECRET: secret } });
  try {
    await server.start();
    conclude(await measure(server));
  } finally {
    await server.remove();
  }
}
