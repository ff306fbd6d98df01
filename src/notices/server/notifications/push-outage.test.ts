// Mail and push services that are away: what was to be sent then is sent once they are back, each once.
import { sql } from "kysely";
import { expect, test } from "vitest";
import { insertNotifications } from "./send-notifications.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { mailServer } from "#test/mail-server.ts";
import { aPackage } from "#test/packages.ts";
import { aDevice, pushSandboxOf } from "#test/push.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { claimDueMessages } from "./push-queries.ts";
import { sendPush } from "./send-push.ts";
import { isLongRun } from "#test/long-run.ts";

const minute = 60_000;

/** Moves a new package of each, and returns when everything was tried. */
async function movePackages(app: TestApp, people: readonly TestPerson[]): Promise<void> {
  const admin = await anAdmin(app);
  for (const person of people) {
    const { legs } = await aPackage(person, { trackingNumber: freshNumber() });
    await admin.api.packages.setLegStatus({ legId: legs[0]?.id ?? "", status: "in_transit" });
  }
  await app.runJobs();
}

/** Runs what is due every minute; emails wait by the clock of the database, so all of theirs are tried. */
async function pass(app: TestApp, minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    app.clock.advance(minute);
    await sendPush(app.services);
  }
  await app.runJobs({ withDelayed: true });
}

/** A server at noon with a customer who has a device. */
async function aServerWithDevice(options: Parameters<typeof aCustomer>[1] = {}) {
  const app = await testApp();
  await enterWarehouse(app);
  app.clock.set("2026-05-04T12:00:00Z");
  const mei = await aCustomer(app, options);
  return { app, mei, device: await aDevice(app, mei) };
}

test("G32: mail and push are away for an hour, and then everybody gets each once", async () => {
  let isAway = true;
  const mail = await mailServer(0, {
    onMailFrom: (_address, _session, done) =>
      done(isAway ? Object.assign(new Error("Try again"), { responseCode: 451 }) : null),
  });
  const app = await testApp({ settings: { SMTP_URL: `smtp://127.0.0.1:${mail.port}` } });
  await enterWarehouse(app);
  app.clock.set("2026-05-04T12:00:00Z");
  const people = await Promise.all([1, 2, 3].map(() => aCustomer(app, { plan: "Super" })));
  const devices = await Promise.all(people.map((person) => aDevice(app, person)));
  pushSandboxOf(app).answer(503);
  await movePackages(app, people);
  await pass(app, 60);
  expect(mail.recipients()).toEqual([]);
  expect(devices.map(({ arrivals }) => arrivals())).toEqual([0, 0, 0]);
  isAway = false;
  pushSandboxOf(app).answer(null);
  await pass(app, 16);
  await pass(app, 60);
  expect(mail.recipients().toSorted()).toEqual(people.map(({ email }) => email).toSorted());
  expect(devices.map(({ arrivals }) => arrivals())).toEqual([1, 1, 1]);
  const { rows } = await sql<{ attempts: number }>`
    select max(attempts) as attempts from push_messages
  `.execute(app.database.kysely);
  expect(rows[0]?.attempts).toBeLessThan(12);
  await app.close();
  await mail.close();
});

test("what a push service does not take for a day is dropped", async () => {
  const { app, mei, device } = await aServerWithDevice({ plan: "Super" });
  pushSandboxOf(app).answer(500);
  await movePackages(app, [mei]);
  app.clock.advance(24 * 60 * minute);
  await sendPush(app.services);
  pushSandboxOf(app).answer(null);
  await pass(app, 30);
  expect(device.arrivals()).toBe(0);
  const states = await app.database.kysely.selectFrom("pushMessages").select("state").execute();
  expect(states).toEqual([{ state: "dropped" }]);
  await app.close();
});

/** Notifies a customer of deposits that are due to be pushed. */
async function insertDeposits(app: TestApp, { userId }: TestPerson, count: number): Promise<void> {
  const notifications = Array.from({ length: count }, (_, index) => ({
    userId,
    kind: "deposit_received" as const,
    subjectId: userId,
    dedupeKey: `deposit ${index}`,
  }));
  await insertNotifications(app.services, app.database.kysely, notifications);
}

test.runIf(isLongRun)(
  "G32: two servers send each once, and one that died leaves its messages to the other after a minute",
  async () => {
    const { app, mei, device } = await aServerWithDevice();
    await insertDeposits(app, mei, 60);
    // One server claims some and dies before it sends them.
    const now = app.clock.now();
    const claimedUntil = new Date(now.getTime() + minute);
    const claimed = await claimDueMessages(app.database.kysely, { now, claimedUntil, limit: 10 });
    expect(claimed).toHaveLength(10);
    await Promise.all([sendPush(app.services), sendPush(app.services), sendPush(app.services)]);
    expect(device.arrivals()).toBe(50);
    app.clock.advance(minute);
    await Promise.all([sendPush(app.services), sendPush(app.services)]);
    expect(device.received()).toHaveLength(60);
    expect(device.arrivals()).toBe(60);
    expect(new Set(device.received().map(({ id }) => id)).size).toBe(60);
    await app.close();
  },
);

test("one that died after the push service took a message repeats it under its id", async () => {
  const { app, mei, device } = await aServerWithDevice({ plan: "Super" });
  await movePackages(app, [mei]);
  await sql`update push_messages set state = 'queued', sent_at = null`.execute(app.database.kysely);
  app.clock.advance(minute);
  await sendPush(app.services);
  expect(device.arrivals()).toBe(2);
  expect(device.received()).toHaveLength(1);
  await app.close();
});

test("requests that wait are answered between two messages, and what was sent together is marked together", async () => {
  const { app, mei, device } = await aServerWithDevice();
  await insertDeposits(app, mei, 20);
  // Counts the turns in which the server could have answered.
  let turn = 0;
  let isOver = false;
  const count = () => {
    turn += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const { push } = app.services;
  const send: typeof push.send = (...message) => {
    turns.push(turn);
    return push.send(...message);
  };
  await sendPush({ ...app.services, push: { ...push, send } });
  isOver = true;
  expect(device.arrivals()).toBe(20);
  expect(new Set(turns).size).toBe(20);
  const { rows } = await sql<{ transactions: number; rows: number }>`
    select count(distinct xmin::text)::int as transactions, count(*)::int as rows from push_messages
    where state = 'sent'
  `.execute(app.database.kysely);
  expect(rows).toEqual([{ transactions: 1, rows: 20 }]);
  await app.close();
});

test.runIf(isLongRun)(
  "a message whose device cannot be reached keeps no other from being sent and marked",
  async () => {
    const { app, mei, device } = await aServerWithDevice();
    await insertDeposits(app, mei, 3);
    const { push } = app.services;
    let calls = 0;
    const send: typeof push.send = async (...message) => {
      calls += 1;
      if (calls === 2) throw new Error("The machine has no memory left.");
      return await push.send(...message);
    };
    const sending = sendPush({ ...app.services, push: { ...push, send } });
    await expect(sending).rejects.toThrow("no memory left");
    expect(device.arrivals()).toBe(2);
    app.clock.advance(minute);
    await sendPush(app.services);
    expect(device.arrivals()).toBe(3);
    await app.close();
  },
);
