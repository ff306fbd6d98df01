// Shows that whoever follows is told of each change that concerns them, and of nothing that does not.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { silentLog } from "#testing/database.ts";
import { follow, type Following } from "#testing/follow.ts";
import { aPackage } from "#testing/packages.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#testing/users.ts";
import { testApp, type TestApp } from "#testing/test-app.ts";
import { deleteOldChanges } from "./delete-old-changes.ts";
import { openChangeStream } from "./change-stream.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

const opened = (person: TestPerson, lastEventId?: string) =>
  follow(
    person.api.changeStream.subscribeToChanges(
      {},
      lastEventId === undefined ? {} : { lastEventId },
    ),
  );

const credit = (userId: string) =>
  admin.api.wallet.adjustWallet({
    userId,
    kind: "credit",
    amount: "5.00",
    reason: "For the test",
    idempotencyKey: randomUUID(),
  });

/** Waits until all that `person` did before was told, and forgets it. */
async function settled(stream: Following, person: TestPerson): Promise<void> {
  stream.notified.length = 0;
  await credit(person.userId);
  expect(await stream.hears("wallet", person.userId)).toBe(true);
  stream.notified.length = 0;
}

describe("Following changes", () => {
  test("tells customers of their own packages, legs and wallet, and staff of everybody's", async () => {
    const [owner, other] = [await aCustomer(app, { plan: "Super" }), await aCustomer(app)];
    const pkg = await aPackage(owner);
    const legId = pkg.legs[0]?.id ?? "";
    const streams = await Promise.all([opened(owner), opened(other), opened(admin)]);
    const [own, others, staffs] = streams;
    await settled(own, owner);
    await settled(staffs, owner);

    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    expect(await own.hears("package", pkg.id)).toBe(true);
    expect(await staffs.hears("package", pkg.id)).toBe(true);
    await credit(owner.userId);
    expect(await own.hears("wallet", owner.userId)).toBe(true);
    expect(await staffs.hears("wallet", owner.userId)).toBe(true);
    expect(others.notified.filter(({ subjectId }) => subjectId === pkg.id)).toEqual([]);
    expect(others.notified.filter(({ topic }) => topic === "wallet")).toEqual([]);
    await Promise.all(streams.map((stream) => stream.leave()));
  });

  test("tells everybody of lanes that are suspended and reopened, also of missed ones", async () => {
    const owner = await aCustomer(app);
    const stream = await opened(owner);
    await settled(stream, owner);
    const lane = await admin.api.lanes.suspendLane({
      carrierId: "sg-post",
      service: null,
      destinationCode: "FR",
      reason: "A strike at the airport",
      source: "",
      suspendedOn: "2026-11-01",
      confidence: "announced",
    });
    expect(await stream.hears("lane", null)).toBe(true);
    await stream.leave();
    await admin.api.lanes.reopenLane({ laneId: lane.id });
    const again = await opened(owner, stream.lastEventId());
    expect(await again.hears("lane", null)).toBe(true);
    await again.leave();
  });

  test("begins with the last minute, in which the page may have been loaded", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const pkg = await aPackage(owner);
    const stream = await opened(owner);
    expect(stream.notified).toContainEqual({ topic: "package", subjectId: pkg.id });
    await stream.leave();
  });

  test("goes on after the event that was heard last", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const before = await aPackage(owner);
    const stream = await opened(owner);
    await settled(stream, owner);
    await stream.leave();
    const missed = await aPackage(owner);
    const again = await opened(owner, stream.lastEventId());
    expect(await again.hears("package", missed.id)).toBe(true);
    expect(again.notified).not.toContainEqual({ topic: "package", subjectId: before.id });
    await again.leave();
  });

  test("loses nothing of a transaction that began first and committed last", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const [early, late] = [await aPackage(owner), await aPackage(owner)];
    const stream = await opened(owner);
    await settled(stream, owner);
    const note = (packageId: string) =>
      sql`update packages set updated_at = now() where id = ${packageId}`;
    const [isNoted, mayCommit] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const slow = app.database.kysely.transaction().execute(async (db) => {
      await note(early.id).execute(db);
      isNoted.resolve(undefined);
      await mayCommit.promise;
    });
    await isNoted.promise;
    await note(late.id).execute(app.database.kysely);
    expect(await stream.hears("package", late.id)).toBe(true);
    const heardLast = stream.lastEventId();
    expect(stream.notified).not.toContainEqual({ topic: "package", subjectId: early.id });
    mayCommit.resolve(undefined);
    await slow;

    expect(await stream.hears("package", early.id)).toBe(true);
    await stream.leave();
    const again = await opened(owner, heardLast);
    expect(again.notified).toEqual([{ topic: "package", subjectId: early.id }]);
    await again.leave();
  });

  test("tells a change once, however many rows of one transaction it touched", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const pkg = await aPackage(owner);
    const { rows } = await sql`
      select topic from changes where subject_id = ${pkg.id}
    `.execute(app.database.kysely);
    expect(rows).toEqual([{ topic: "package" }]);
  });

  test("tells everybody to look again when more changes at once than a page can show", async () => {
    const stream = await opened(await aCustomer(app));
    const owner = await aCustomer(app);
    await sql`
      insert into packages (user_id, tracking_number, origin, destination, idempotency_key, request_hash, created_at, updated_at)
      select ${owner.userId}, 'SF' || n, 'China', 'Hong Kong', gen_random_uuid(), '', now(), now()
      from generate_series(1000000, 1001000) as n
    `.execute(app.database.kysely);
    expect(await stream.hears("everything", null)).toBe(true);
    await stream.leave();
  });

  test.each([
    ["nonsense", "nonsense"],
    ["out of order", `${Math.floor(Date.now() / 1000)}.900:800:`],
    ["from a time long gone", "1700000000.3:3:"],
    ["of another database", `${Math.floor(Date.now() / 1000)}.9000000000:9000000000:`],
  ])("begins with everything after an id that is %s", async (_, lastEventId) => {
    const stream = await opened(await aCustomer(app), lastEventId);
    expect(stream.notified).toEqual([{ topic: "everything", subjectId: null }]);
    await stream.leave();
  });

  test("is refused to strangers, and beyond ten streams of one person", async () => {
    await expect(app.client().api.changeStream.subscribeToChanges({})).rejects.toMatchObject({
      code: "signed_out",
    });
    const person = await aCustomer(app);
    const streams = await Promise.all(Array.from({ length: 10 }, () => opened(person)));
    await expect(person.api.changeStream.subscribeToChanges({})).rejects.toMatchObject({
      code: "too_many_requests",
    });
    await Promise.all(streams.map((stream) => stream.leave()));
    const another = await opened(person);
    await another.leave();
  });

  test("is a stream that no cache keeps, no proxy collects and nothing compresses", async () => {
    const person = await aCustomer(app);
    const response = await person.client.fetch("/api/changes", {
      headers: { "accept-encoding": "br, gzip" },
    });
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": expect.stringContaining("text/event-stream"),
      "cache-control": "no-store, no-transform",
      "x-accel-buffering": "no",
      "x-content-type-options": "nosniff",
    });
    expect(response.headers.has("content-encoding")).toBe(false);
    await response.body?.cancel();
    await vi.waitFor(async () => expect(await subscribersOf(person)).toBe(0));
  });

  /** How many more than the ten streams fewer somebody could open tells how many are open. */
  async function subscribersOf(person: TestPerson): Promise<number> {
    const streams = [];
    try {
      for (let count = 0; count < 10; count += 1) streams.push(await opened(person));
      return 0;
    } catch {
      return 10 - streams.length;
    } finally {
      await Promise.all(streams.map((stream) => stream.leave()));
    }
  }
});

describe("A stream ends", () => {
  test("as soon as its session does, and no other stream of that person", async () => {
    const person = await aCustomer(app);
    const phone = app.client();
    await signInBrowser(app, phone, person.userId);
    const [here, there] = [
      await opened(person),
      await follow(phone.api.changeStream.subscribeToChanges({})),
    ];
    await person.api.auth.signOut({});
    expect(await here.isOver()).toBe(true);
    await credit(person.userId);
    expect(await there.hears("wallet")).toBe(true);
    await there.leave();
  });

  test("when staff lose their office, and when an account is closed or suspended", async () => {
    const [demoted, closed, suspended] = [
      await anAdmin(app),
      await aCustomer(app),
      await aCustomer(app),
    ];
    const streams = [await opened(demoted), await opened(closed), await opened(suspended)];
    const { kysely } = app.database;
    await kysely
      .updateTable("profiles")
      .set({ isAdmin: false })
      .where("id", "=", demoted.userId)
      .execute();
    await kysely
      .updateTable("profiles")
      .set({ closedAt: new Date() })
      .where("id", "=", closed.userId)
      .execute();
    await kysely
      .updateTable("profiles")
      .set({ suspendedAt: new Date(), suspensionReason: "For the test" })
      .where("id", "=", suspended.userId)
      .execute();
    for (const stream of streams) expect(await stream.isOver()).toBe(true);
  });

  test("when its session runs out, at the next sign of life, of which there is one in each interval", async () => {
    const person = await aCustomer(app);
    const { items } = await person.api.auth.listSessions({});
    let now = new Date();
    const changeStream = openChangeStream({
      databaseUrl: app.database.url,
      log: silentLog,
      now: () => now,
      heartbeatMilliseconds: 300,
    });
    const session = { sessionId: items[0]?.id ?? "", userId: person.userId, isAdmin: false };
    const stream = await follow(changeStream.follow(session, undefined));
    await vi.waitFor(() => expect(stream.eventCount()).toBeGreaterThan(3), { timeout: 15_000 });
    expect(changeStream.streamCount()).toBe(1);
    now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000);
    expect(await stream.isOver()).toBe(true);
    expect(changeStream.streamCount()).toBe(0);
    await changeStream.close();
  });

  test("when the server does, which opens no more", async () => {
    const person = await aCustomer(app);
    const changeStream = openChangeStream({
      databaseUrl: app.database.url,
      log: silentLog,
      now: app.clock.now,
    });
    const session = { sessionId: randomUUID(), userId: person.userId, isAdmin: false };
    const stream = await follow(changeStream.follow(session, undefined));
    await changeStream.close();
    expect(await stream.isOver()).toBe(true);
    await expect(changeStream.follow(session, undefined)).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

test("What was noted is forgotten after two hours", async () => {
  const old = randomUUID();
  await sql`
    insert into changes (user_id, topic, recorded_at) values
      (${old}, 'wallet', now() - interval '121 minutes'), (${old}, 'plan', now() - interval '1 hour')
  `.execute(app.database.kysely);
  expect(await deleteOldChanges(app.services)).toBe(1);
  const { rows } = await sql`select topic from changes where user_id = ${old}`.execute(
    app.database.kysely,
  );
  expect(rows).toEqual([{ topic: "plan" }]);
});
