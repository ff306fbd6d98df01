import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { silentLog } from "#test/database.ts";
import { follow, type FollowedStream } from "#test/follow.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, signInBrowser, type TestPerson } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { deleteOldChanges } from "./subscribe-to-changes.ts";
import { listeners } from "#app/server/listeners.ts";
import { openChangeStream } from "./change-stream.ts";

const customer = { isAdmin: false, roles: [], hasTwoFactor: false } as const;

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

const openStream = (person: TestPerson, lastEventId?: string) =>
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

/** Waits until everything that `person` did before was received, and clears it. */
async function drain(stream: FollowedStream, person: TestPerson): Promise<void> {
  stream.changes.length = 0;
  await credit(person.userId);
  expect(await stream.receives("wallet", person.userId)).toBe(true);
  stream.changes.length = 0;
}

describe("a stream of changes", () => {
  test("sends customers the changes of their own packages, legs and wallet, and admins everyone's", async () => {
    const [owner, other] = [await aCustomer(app, { plan: "Super" }), await aCustomer(app)];
    const pkg = await aPackage(owner);
    const legId = pkg.legs[0]?.id ?? "";
    const streams = await Promise.all([openStream(owner), openStream(other), openStream(admin)]);
    const [own, others, admins] = streams;
    await drain(own, owner);
    await drain(admins, owner);

    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    expect(await own.receives("package", pkg.id)).toBe(true);
    expect(await admins.receives("package", pkg.id)).toBe(true);
    await credit(owner.userId);
    expect(await own.receives("wallet", owner.userId)).toBe(true);
    expect(await admins.receives("wallet", owner.userId)).toBe(true);
    expect(others.changes.filter(({ subjectId }) => subjectId === pkg.id)).toEqual([]);
    expect(others.changes.filter(({ topic }) => topic === "wallet")).toEqual([]);
    await Promise.all(streams.map((stream) => stream.close()));
  });

  test("sends everyone suspended and reopened lanes, also those missed while disconnected", async () => {
    const owner = await aCustomer(app);
    const stream = await openStream(owner);
    await drain(stream, owner);
    const lane = await admin.api.lanes.suspendLane({
      carrierId: "sg-post",
      service: null,
      destinationCode: "FR",
      reason: "A strike at the airport",
      source: "",
      suspendedOn: "2026-11-01",
      confidence: "announced",
    });
    expect(await stream.receives("lane", null)).toBe(true);
    await stream.close();
    await admin.api.lanes.reopenLane({ laneId: lane.id });
    const again = await openStream(owner, stream.lastEventId());
    expect(await again.receives("lane", null)).toBe(true);
    await again.close();
  });

  test("starts with the changes of the last minute, in which the page may have been loaded", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const pkg = await aPackage(owner);
    const stream = await openStream(owner);
    expect(stream.changes).toContainEqual({ topic: "package", subjectId: pkg.id });
    await stream.close();
  });

  test("resumes after the last received event", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const before = await aPackage(owner);
    const stream = await openStream(owner);
    await drain(stream, owner);
    await stream.close();
    const missed = await aPackage(owner);
    const again = await openStream(owner, stream.lastEventId());
    expect(await again.receives("package", missed.id)).toBe(true);
    expect(again.changes).not.toContainEqual({ topic: "package", subjectId: before.id });
    await again.close();
  });

  test("loses no change of a transaction that began first and committed last", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const [early, late] = [await aPackage(owner), await aPackage(owner)];
    const stream = await openStream(owner);
    await drain(stream, owner);
    const touch = (packageId: string) =>
      sql`update packages set updated_at = now() where id = ${packageId}`;
    const [isTouched, mayCommit] = [
      Promise.withResolvers<undefined>(),
      Promise.withResolvers<undefined>(),
    ];
    const slow = app.database.kysely.transaction().execute(async (db) => {
      await touch(early.id).execute(db);
      isTouched.resolve(undefined);
      await mayCommit.promise;
    });
    await isTouched.promise;
    await touch(late.id).execute(app.database.kysely);
    expect(await stream.receives("package", late.id)).toBe(true);
    const lastReceived = stream.lastEventId();
    expect(stream.changes).not.toContainEqual({ topic: "package", subjectId: early.id });
    mayCommit.resolve(undefined);
    await slow;

    expect(await stream.receives("package", early.id)).toBe(true);
    await stream.close();
    const again = await openStream(owner, lastReceived);
    expect(again.changes).toEqual([{ topic: "package", subjectId: early.id }]);
    await again.close();
  });

  test("sends a change once, however many rows of one transaction it touched", async () => {
    const owner = await aCustomer(app, { plan: "Super" });
    const pkg = await aPackage(owner);
    const { rows } = await sql`
      select topic from changes where subject_id = ${pkg.id}
    `.execute(app.database.kysely);
    expect(rows).toEqual([{ topic: "package" }]);
  });

  test("tells everyone to reload when there are too many changes at once", async () => {
    const stream = await openStream(await aCustomer(app));
    const owner = await aCustomer(app);
    await sql`
      insert into packages (user_id, tracking_number, origin, destination, created_at, updated_at)
      select ${owner.userId}, 'SF' || n, 'China', 'Hong Kong', now(), now()
      from generate_series(1000000, 1001000) as n
    `.execute(app.database.kysely);
    expect(await stream.receives("everything", null)).toBe(true);
    await stream.close();
  });

  test.each([
    ["nonsense", "nonsense"],
    ["out of order", `${Math.floor(Date.now() / 1000)}.900:800:`],
    ["older than the retention", "1700000000.3:3:"],
    ["of another database", `${Math.floor(Date.now() / 1000)}.9000000000:9000000000:`],
  ])("reports `everything` after an id that is %s", async (_, lastEventId) => {
    const stream = await openStream(await aCustomer(app), lastEventId);
    // The customer's own changes of this moment may arrive before it.
    const others = stream.changes.filter(({ subjectId }) => subjectId === null);
    expect(others).toEqual([{ topic: "everything", subjectId: null }]);
    await stream.close();
  });

  test("B18: is rejected without a session, and beyond ten streams of one user", async () => {
    await expect(app.client().api.changeStream.subscribeToChanges({})).rejects.toMatchObject({
      code: "signed_out",
    });
    const person = await aCustomer(app);
    const streams = await Promise.all(Array.from({ length: 10 }, () => openStream(person)));
    await expect(person.api.changeStream.subscribeToChanges({})).rejects.toMatchObject({
      code: "too_many_requests",
      data: { retryAfterSeconds: 30 },
    });
    await Promise.all(streams.map((stream) => stream.close()));
    const another = await openStream(person);
    await another.close();
  });

  test("is not cached, buffered by proxies or compressed", async () => {
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
    await vi.waitFor(async () => expect(await countStreams(person)).toBe(0), 40_000);
  });

  /** Counts the open streams by how many fewer than ten can still be opened. */
  async function countStreams(person: TestPerson): Promise<number> {
    const streams = [];
    try {
      for (let count = 0; count < 10; count += 1) streams.push(await openStream(person));
      return 0;
    } catch {
      return 10 - streams.length;
    } finally {
      await Promise.all(streams.map((stream) => stream.close()));
    }
  }
});

describe("a stream ends", () => {
  test("with its session, while other streams of that user stay open", async () => {
    const person = await aCustomer(app);
    const phone = app.client();
    await signInBrowser(app, phone, person.userId);
    const [here, there] = [
      await openStream(person),
      await follow(phone.api.changeStream.subscribeToChanges({})),
    ];
    await person.api.auth.signOut({});
    expect(await here.ends()).toBe(true);
    await credit(person.userId);
    expect(await there.receives("wallet")).toBe(true);
    await there.close();
  });

  test("when an admin loses the role, and when an account is closed or suspended", async () => {
    const [demoted, closed, suspended] = [
      await anAdmin(app),
      await aCustomer(app),
      await aCustomer(app),
    ];
    const streams = [
      await openStream(demoted),
      await openStream(closed),
      await openStream(suspended),
    ];
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
    for (const stream of streams) expect(await stream.ends()).toBe(true);
  });

  test("with the next heartbeat after its session expires", async () => {
    const person = await aCustomer(app);
    const { items } = await person.api.auth.listSessions({});
    let now = new Date();
    const changeStream = openChangeStream({
      listeners,
      databaseUrl: app.database.url,
      log: silentLog,
      now: () => now,
      heartbeatMilliseconds: 300,
    });
    const session = { sessionId: items[0]?.id ?? "", userId: person.userId, ...customer };
    const stream = await follow(changeStream.subscribe(session, undefined));
    await vi.waitFor(() => expect(stream.eventCount()).toBeGreaterThan(3), { timeout: 40_000 });
    expect(changeStream.streamCount()).toBe(1);
    now = new Date(now.getTime() + 31 * 24 * 60 * 60 * 1000);
    expect(await stream.ends()).toBe(true);
    expect(changeStream.streamCount()).toBe(0);
    await changeStream.close();
  });

  test("when the server shuts down, which opens no more", async () => {
    const person = await aCustomer(app);
    const changeStream = openChangeStream({
      listeners,
      databaseUrl: app.database.url,
      log: silentLog,
      now: app.clock.now,
    });
    const session = { sessionId: randomUUID(), userId: person.userId, ...customer };
    const stream = await follow(changeStream.subscribe(session, undefined));
    await changeStream.close();
    expect(await stream.ends()).toBe(true);
    await expect(changeStream.subscribe(session, undefined)).rejects.toMatchObject({
      code: "unavailable",
    });
  });
});

test("whatever writes to a wallet records its change, once in a database transaction", async () => {
  const { userId } = await aCustomer(app);
  const recordedBy = (...statements: ReturnType<typeof sql>[]) =>
    app.database.kysely.transaction().execute(async (db) => {
      for (const statement of statements) await statement.execute(db);
      const { rows } = await sql`
        select topic, subject_id from changes where xid = pg_current_xact_id() and user_id = ${userId}
      `.execute(db);
      return rows;
    });
  const post = (type: string, transactionId: string | null = null) => sql`
    insert into ledger_postings
      (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at)
    values (gen_random_uuid()::text, '{}', ${transactionId}, ${userId}, ${type}, 500, '{}', now())`;
  const transactionId = randomUUID();
  const insertPending = (id: string) => sql`
    insert into transactions (id, user_id, type, amount_cents, status)
    values (${id}, ${userId}, 'deposit', 500, 'pending')`;
  const insertHold = sql`
    insert into holds (user_id, transaction_id, amount_cents, reason, idempotency_key, held_by, held_at)
    values (${userId}, gen_random_uuid(), 500, 'For the test', gen_random_uuid(), ${userId}, now())`;
  const releaseHold = sql`
    update holds set state = 'released', ended_by = ${userId}, ended_at = now() where user_id = ${userId}`;

  const once = [{ topic: "wallet", subjectId: userId }];
  expect(await recordedBy(post("shipping_fee"))).toEqual([]);
  expect(await recordedBy(insertPending(transactionId))).toEqual(once);
  expect(await recordedBy(post("deposit", transactionId))).toEqual(once);
  expect(await recordedBy(insertHold)).toEqual(once);
  expect(await recordedBy(releaseHold)).toEqual(once);
  expect(await recordedBy(post("deposit"), insertPending(randomUUID()))).toEqual(once);
  const canceling = sql`update transactions set status = 'canceled' where user_id = ${userId} and status = 'pending'`;
  expect(await recordedBy(canceling)).toEqual(once);
});

test("changes are deleted after two hours", async () => {
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
