import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import type { ProviderTracker } from "#tracking/server/adapters/tracking/tracking.ts";
import { atomically } from "#platform/server/db/open.ts";
import { trackingJobs } from "#tracking/server/jobs.ts";
import { asOwner } from "#test/database.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { failingCalls, type Failure, type FailingCalls } from "#test/failing-calls.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { isLongRun } from "#test/long-run.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import {
  deliverMessages,
  fakeTracking,
  numberLeg,
  providerEvent,
  providerMessage,
  sendSigned,
  type FakeTracking,
} from "#test/tracking.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { processCarrierMessages } from "./carrier-messages.ts";
import { lockDueMessages } from "./message-queries.ts";

let app: TestApp;
let admin: TestPerson;
let support: TestPerson;
let customer: TestPerson;
let fake: FakeTracking;
let calls: FailingCalls;

beforeAll(async () => {
  fake = fakeTracking();
  app = await testApp({ currentTracking: fake.currentTracking });
  await enterWarehouse(app);
  app.clock.set("2026-06-01T00:00:00Z");
  [admin, support, customer] = await Promise.all([
    anAdmin(app),
    aStaffMember(app, ["support"]),
    aCustomer(app, { plan: "Premium" }),
  ]);
  await app.database.kysely.updateTable("profiles").set({ packageQuota: 500 }).execute();
  calls = failingCalls(app.database);
  return () => app.close();
});

async function followed(): Promise<{ readonly pkg: Package; readonly number: string }> {
  const pkg = await aPackage(customer, { trackingNumber: freshNumber() });
  const number = freshNumber();
  await numberLeg(app, admin, pkg.legs[2], number);
  return { pkg, number };
}

async function lastLeg({ id: packageId }: Package): Promise<string> {
  const { package: read } = await customer.api.packages.readPackage({ packageId });
  const leg = read.legs.at(-1);
  return `${leg?.status} ${leg?.statusSource}`;
}

async function messages() {
  const { rows } = await sql<{ id: string; state: string; attempts: number }>`
    select id, state, attempts from carrier_messages order by received_at desc, id
  `.execute(app.database.kysely);
  return rows;
}

const text = (message: ProviderTracker) => JSON.stringify(message);

describe("A webhook", () => {
  test("G23: without a valid signature nothing is kept", async () => {
    const { number, pkg } = await followed();
    const before = await messages();
    const body = text(providerMessage(number, [providerEvent("moving", app.clock.now())]));
    const signed = await sendSigned(app, body);
    expect(signed.status).toBe(200);
    const signatures = ["", "00", "é", signed.headers.get("x-request-id") ?? ""];
    for (const sign of signatures) {
      const response = await sendSigned(app, `${body} `, sign);
      expect([response.status, await response.json()]).toMatchObject([
        400,
        { code: "webhook_not_verified" },
      ]);
    }
    fake.isConfigured = false;
    expect((await sendSigned(app, `${body}  `)).status).toBe(400);
    fake.isConfigured = true;
    expect((await messages()).length - before.length).toBe(1);
    expect((await app.runJobs()).errors).toEqual([]);
    expect(await lastLeg(pkg)).toBe("in_transit carrier");
  });

  test("is answered 503 while it cannot be stored", async () => {
    calls.arm(1, "rejected");
    const response = await sendSigned(app, text(providerMessage(freshNumber(), [])));
    calls.disarm();
    expect(response.status).toBe(503);
  });
});

test("G25: a message that was stored is processed once, whichever call to the database fails", async () => {
  const { pkg, number } = await followed();
  const stages: TrackingStage[] = ["departed", "arrived", "customs", "delivered"];
  const stride = isLongRun ? 1 : 9;
  let sent = 0;
  for (const failure of ["rejected", "unanswered"] satisfies Failure[]) {
    for (let place = 1; ; place += stride) {
      const stage = stages[Math.min(sent, 3)] ?? "delivered";
      app.clock.advance(1_000);
      sent += 1;
      const message = providerMessage(number, [providerEvent(stage, app.clock.now())]);
      expect((await sendSigned(app, text(message))).status).toBe(200);
      const [{ id } = { id: "" }] = (await messages()).filter(({ state }) => state === "received");
      calls.arm(place, failure);
      await processCarrierMessages(app.services).catch(() => undefined);
      const hasFailed = calls.disarm();
      app.clock.advance(10_000);
      await Promise.all(Array.from({ length: 3 }, () => processCarrierMessages(app.services)));
      const { rows } = await sql<{ state: string; events: number }>`
        select state, (select count(*)::int from tracking_events where tracker_id = m.tracker_id) as events
        from carrier_messages m where id = ${id}
      `.execute(app.database.kysely);
      expect(rows).toEqual([{ state: "processed", events: sent }]);
      if (!hasFailed) break;
    }
  }
  await app.runJobs();
  expect(await lastLeg(pkg)).toBe("delivered carrier");
  const { events } = await admin.api.packages.readShipment({ packageId: pkg.id });
  const changes = events.filter(
    ({ kind, legNumber }) => kind === "leg_status_changed" && legNumber === 3,
  );
  expect(changes.map(({ after }) => after)).toEqual(["in_transit", "delivered"]);
});

// Shown by 3 of the tracking capability: nothing is lost, nothing twice.
test("G25: a message is processed within a minute after a server that stored it has died", async () => {
  const { pkg, number } = await followed();
  const message = text(providerMessage(number, [providerEvent("moving", app.clock.now())]));
  // Killed after the message was stored and before the job was.
  calls.arm(2, "unanswered");
  expect((await sendSigned(app, message)).status).toBe(200);
  calls.disarm();
  await asOwner(app.database, (db) =>
    sql`delete from pgboss.job where name = 'process-carrier-messages'`.execute(db),
  );
  await app.runJobs();
  expect(await lastLeg(pkg)).toBe("pending staff");
  expect(trackingJobs["process-carrier-messages"].cron).toBe("* * * * *");
  await app.services.jobs.enqueue(app.services.db, "process-carrier-messages", {});
  await app.services.jobs.enqueue(app.services.db, "process-carrier-messages", {});
  expect(await app.runJobs()).toMatchObject({ errors: [] });
  expect((await sendSigned(app, message)).status).toBe(200);
  await app.runJobs();
  expect(await lastLeg(pkg)).toBe("in_transit carrier");
  const { carrierEvents } = await customer.api.packages.readPackage({ packageId: pkg.id });
  expect(carrierEvents).toHaveLength(1);
});

/** A repeatable source of numbers from 0 to 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const stories: [stages: TrackingStage[], end: string, question: string | null][] = [
  [
    ["announced", "picked_up", "departed", "arrived", "out_for_delivery", "delivered"],
    "delivered carrier",
    null,
  ],
  [["announced", "picked_up"], "in_transit carrier", null],
  [
    ["picked_up", "customs", "customs_information_required"],
    "in_transit carrier",
    "customs_information_required",
  ],
  [["picked_up", "departed", "returning", "returned"], "in_transit carrier", "returned"],
  [["picked_up", "delivered", "moving"], "delivered carrier", "contradiction"],
  [["picked_up", "attempt_failed", "out_for_delivery", "delivered"], "delivered carrier", null],
];

test.runIf(isLongRun)(
  "G24: messages that are shuffled, repeated and lost, then polled, end as in the model",
  async () => {
    const random = seeded(7);
    const cases = await Array.fromAsync({ length: 18 }, async (_nothing, index) => {
      const [stages, end, question] = stories[index % stories.length] ?? [[], "", null];
      const { pkg, number } = await followed();
      const events = stages.map((stage, step) =>
        providerEvent(stage, new Date(app.clock.now().getTime() + step * 3_600_000)),
      );
      fake.known.set(number, providerMessage(number, events));
      return { pkg, number, events, end, question };
    });
    const all = cases.flatMap(({ number, events }) =>
      events.map((_event, index) => providerMessage(number, events.slice(0, index + 1))),
    );
    const delivered = [...all, ...all.filter(() => random() < 0.3)]
      .filter(() => random() > 0.1)
      .map((message) => ({ message, place: random() }))
      .toSorted((one, other) => one.place - other.place);
    app.clock.advance(10 * 3_600_000);
    await deliverMessages(app, ...delivered.map(({ message }) => message));
    app.clock.advance(49 * 3_600_000);
    await app.services.jobs.enqueue(app.services.db, "poll-silent-trackers", {});
    await app.runJobs();
    const { items } = await support.api.tracking.listQuestions({ page: 1, pageSize: 100 });
    const { rows } = await sql<{ trackingNumber: string; count: number }>`
    select tracking_number, count(*)::int from trackers join tracking_events on tracker_id = trackers.id
    group by tracking_number
  `.execute(app.database.kysely);
    const states = await Promise.all(
      cases.map(async ({ pkg, number }) => [
        await lastLeg(pkg),
        items.find(({ packageId }) => packageId === pkg.id)?.question ?? null,
        rows.find(({ trackingNumber }) => trackingNumber === number)?.count,
      ]),
    );
    expect(states).toEqual(
      cases.map(({ end, question, events }) => [end, question, events.length]),
    );
  },
);

test("G27: events are never changed or removed", async () => {
  for (const statement of [
    sql`update tracking_events set description = 'Other'`,
    sql`delete from tracking_events`,
    sql`truncate tracking_events`,
  ]) {
    await expect(statement.execute(app.database.kysely)).rejects.toThrow(/permission denied/);
    await expect(asOwner(app.database, (db) => statement.execute(db))).rejects.toThrow(/never/);
  }
});

test("G28: a message moves only what has its number now, whatever it claims", async () => {
  const [one, other] = [await followed(), await followed()];
  const { items } = await support.api.tracking.listTrackers({ pageSize: 100 });
  const tagOf = (number: string) =>
    items.find(({ trackingNumber }) => trackingNumber === number)?.id ?? null;
  const events = [providerEvent("delivered", app.clock.now())];
  await deliverMessages(app, providerMessage(one.number, events, { tag: tagOf(other.number) }));
  expect([await lastLeg(one.pkg), await lastLeg(other.pkg)]).toEqual([
    "delivered carrier",
    "pending staff",
  ]);
});

test("what cannot be processed fails alone and is retried, and what is repeated is stored once", async () => {
  const before = await messages();
  const { pkg, number } = await followed();
  const unknown = text(providerMessage(freshNumber(), [providerEvent("moving", app.clock.now())]));
  const answers = await Promise.all(Array.from({ length: 10 }, () => sendSigned(app, unknown)));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await sendSigned(app, "\u0000 no JSON");
  await sendSigned(app, text(providerMessage(number, [providerEvent("moving", app.clock.now())])));
  const stored = async () =>
    (await messages()).filter(({ id }) => before.every((old) => old.id !== id));
  const statesOf = (all: Awaited<ReturnType<typeof stored>>) =>
    all.map(({ state, attempts }) => `${state} ${attempts}`).toSorted();
  await atomically(app.database.kysely, async (db) => {
    await lockDueMessages(db, app.clock.now(), { oldest: 100, together: 100, bytes: 1_000_000 });
    await processCarrierMessages(app.services);
    expect(statesOf(await stored())).toEqual(["received 0", "received 0", "received 0"]);
  });
  await app.runJobs();
  expect(statesOf(await stored())).toEqual(["failed 1", "ignored 1", "processed 1"]);
  expect(await lastLeg(pkg)).toBe("in_transit carrier");
  const failed = (await stored()).find(({ state }) => state === "failed");
  const { items, total } = await support.api.tracking.listFailedMessages({});
  expect(items).toMatchObject([{ id: failed?.id, attempts: 1 }]);
  expect(total).toBe(1);
  expect((await support.api.tracking.listFailedMessages({ page: 2 })).items).toEqual([]);
  const messageId = failed?.id ?? "";
  expect(await support.api.tracking.retryCarrierMessage({ messageId })).toEqual({
    isDone: false,
  });
  expect(statesOf(await stored())).toEqual(["failed 2", "ignored 1", "processed 1"]);
  await processCarrierMessages(app.services);
  expect(statesOf(await stored())).toEqual(["failed 2", "ignored 1", "processed 1"]);
  app.clock.advance(60_000);
  await processCarrierMessages(app.services);
  expect(statesOf(await stored())).toEqual(["failed 3", "ignored 1", "processed 1"]);
  await app.database.kysely.updateTable("carrierMessages").set({ attempts: 89 }).execute();
  app.clock.advance(60_000);
  await processCarrierMessages(app.services);
  app.clock.advance(86_400_000);
  await processCarrierMessages(app.services);
  // Three days later nobody expects it to succeed; staff see it and may try it again.
  expect((await messages()).find(({ id }) => id === messageId)?.attempts).toBe(90);
});
