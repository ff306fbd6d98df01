import { goodsListChanges } from "#test/goods-lists.ts";
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import type { Db } from "#platform/server/db/open.ts";
import { failuresOf } from "#test/access/failures-of.ts";
import { rowOf } from "#test/access/rows.ts";
import { browserOf, createFixtures, thingsReadBy, type Fixtures } from "#test/access/fixtures.ts";
import { asOwner } from "#test/database.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app, { plan: "Premium" })];
  return () => app.close();
});

/** For operations whose input in the access matrix would change nothing. */
const inputsThatChange: Readonly<Record<string, object>> = {
  ...goodsListChanges,
  "boxes.setOverWeightFee": { feeCents: 200, expectedVersion: null },
  "settings.changeSetting": { setting: "shipmentNotifications", isEnabled: false },
};

/** Operations that only read, in spite of their POST. */
const readOnly = new Set(["functions.getStripePayments", "storageLocations.printLabels"]);

/**
 * In the access matrix nobody asked what it answers, no package waits for a label, and nobody has taken what is given back;
 * `tracking.test.ts`, `labels.test.ts` and `work-assignments.test.ts` show their entries.
 */
const shownElsewhere = new Set([
  "tracking.answerQuestion",
  "labels.importLabelNumbers",
  "labels.makeLabels",
  "admin.giveBackWorkItem",
]);

const changes = operations.filter(
  ({ name, method, isForStaff }) => isForStaff && method !== "GET" && !readOnly.has(name),
);

type AnyApi = Readonly<
  Record<string, Readonly<Record<string, (input: object) => Promise<unknown>>>>
>;

async function entriesOf(actorId: string, action: string) {
  const { rows: found } = await sql<{ errorCode: string | null; ip: string | null }>`
    select error_code, ip_address as ip from audit_log
    where actor_id = ${actorId} and action = ${action} order by id
  `.execute(app.database.kysely);
  return found;
}

describe("every change through an admin operation is recorded:", () => {
  let shared: Fixtures;
  beforeAll(async () => {
    shared = await createFixtures(app);
  });

  const shownHere = changes.filter(({ name }) => !shownElsewhere.has(name));
  test("by an admin, with its outcome", async () => {
    const failures = await failuresOf(shownHere, async (operation) => {
      const { name, area, verb } = operation;
      const row = rowOf(operation);
      const needs = thingsReadBy((things) => row.input(things, "admin"), shared);
      const fixtures = row.isFinal ? await createFixtures(app, needs) : shared;
      const { api: calls } = browserOf(app, fixtures, "admin");
      const call = (calls as unknown as AnyApi)[area]?.[verb];
      const countBefore = (await entriesOf(fixtures.admin.userId, name)).length;
      const outcome = await call?.(inputsThatChange[name] ?? row.input(fixtures, "admin")).then(
        () => null,
        (error: { code: string }) => error.code,
      );
      const entries = (await entriesOf(fixtures.admin.userId, name)).slice(countBefore);
      expect(entries).toEqual([{ errorCode: outcome, ip: expect.any(String) }]);
    });
    expect(failures).toEqual([]);
  });

  test("attempted by a customer", async () => {
    const failures = await failuresOf(changes, async ({ name, area, verb }) => {
      // An account's attempts are recorded up to a limit, and there are more operations.
      await app.database.kysely.deleteFrom("attempts").execute();
      const call = (customer.api as unknown as AnyApi)[area]?.[verb];
      await expect(call?.({})).rejects.toMatchObject({ code: "forbidden" });
      const entries = await entriesOf(customer.userId, name);
      expect(entries).toMatchObject([{ errorCode: "forbidden" }]);
    });
    expect(failures).toEqual([]);
  });
});

test("an attempt by a customer is recorded without what they sent, which was not validated", async () => {
  const other = await aCustomer(app);
  const input = { kind: "credit", amount: "1.00", reason: "Not\u0000storable" } as const;
  const call = other.api.wallet.adjustWallet({
    ...input,
    userId: customer.userId,
    idempotencyKey: randomUUID(),
  });
  await expectApiError(call, "forbidden");
  const { rows: entries } = await sql`
    select target, after, reason from audit_log where actor_id = ${other.userId}
  `.execute(app.database.kysely);
  expect(entries).toEqual([{ target: customer.userId, after: null, reason: null }]);
});

test.each([
  ["NUL", "c3\u0000f1"],
  ["a sentence", "Call us to restore the log"],
  ["300 characters", "c".repeat(300)],
])("an attempt is recorded without an id that is none: %s", async (_what, packageId) => {
  const other = await aCustomer(app);
  const call = other.api.packages.setPackageStatus({ packageId, status: "processing" });
  await expectApiError(call, "forbidden");
  const { rows: entries } = await sql`
    select target from audit_log where actor_id = ${other.userId}
  `.execute(app.database.kysely);
  expect(entries).toEqual([{ target: "" }]);
});

test("an amount that cannot be stored is refused as input", async () => {
  const amount = "1\u0000";
  const input = { userId: customer.userId, kind: "credit", amount, reason: "Agreed" } as const;
  const call = admin.api.wallet.adjustWallet({ ...input, idempotencyKey: randomUUID() });
  await expectApiError(call, "invalid_input");
});

test("B19: nobody can fill the log with rejected attempts", async () => {
  const other = await aCustomer(app);
  const calls = Array.from({ length: 125 }, () => other.api.audit.listEntries({}));
  expect((await Promise.allSettled(calls)).every(({ status }) => status === "rejected")).toBe(true);
  expect(await entriesOf(other.userId, "audit.listEntries")).toHaveLength(120);
});

test("entries cannot be updated, deleted or truncated by anybody", async () => {
  await admin.api.payments.startReconciliation({});
  for (const statement of [
    sql`update audit_log set actor_id = null`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
  ]) {
    const change = (db: Db) => statement.execute(db);
    await expect(change(app.database.kysely)).rejects.toMatchObject({ code: "42501" });
    await expect(asOwner(app.database, change)).rejects.toMatchObject({ code: "23001" });
  }
  expect(await admin.api.audit.listEntries({})).toMatchObject({ isProtectedByPrivileges: true });
});

describe("reading the log", () => {
  test("is for admins only", async () => {
    await expectApiError(app.client().api.audit.listEntries({}), "signed_out");
    await expectApiError(customer.api.audit.listEntries({}), "forbidden");
  });

  test.each([
    { from: "yesterday" },
    { outcome: "half" },
    { actor: "x".repeat(255) },
    { pageSize: 101 },
  ])("rejects %o", async (input) => {
    await expectApiError(admin.api.audit.listEntries(input as { actor: string }), "invalid_input");
  });

  test("filters by actor, action, target, outcome and time, and shows before and after", async () => {
    const other = await anAdmin(app);
    const pkg = await aPackage(customer, { trackingNumber: "RB123456785GB" });
    await other.api.packages.setPackageStatus({ packageId: pkg.id, status: "processing" });
    const missing = randomUUID();
    await expectApiError(
      other.api.packages.setPackageStatus({ packageId: missing, status: "processing" }),
      "not_found",
    );
    const list = async (filter: object) => await other.api.audit.listEntries(filter);
    const ofOther = await list({ actor: other.email.slice(0, 20).toUpperCase() });
    expect(ofOther.total).toBe(2);
    expect(ofOther.items).toMatchObject([
      { errorCode: "not_found", target: missing, targetName: null },
      {
        actorEmail: other.email,
        action: "packages.setPackageStatus",
        target: pkg.id,
        targetName: expect.stringMatching(/^P-\d+ · RB123456785GB$/),
        errorCode: null,
        before: { status: "pending" },
        after: { status: "processing" },
      },
    ]);
    expect(ofOther.actions).toContain("packages.setPackageStatus");
    const leg = { legId: pkg.legs[0]?.id ?? "", status: "in_transit" as const };
    await admin.api.packages.setLegStatus(leg);
    const ofPackage = await list({ target: "rb 1234-56785 gb" });
    expect((await list({ target: "RB123456785GB, leg 1" })).total).toBe(ofPackage.total);
    expect((await list({ target: pkg.id.toUpperCase() })).total).toBeGreaterThan(0);
    expect(ofPackage.total).toBe(2);
    expect(ofPackage.items[0]).toMatchObject({
      target: leg.legId,
      targetName: "RB123456785GB, leg 1",
    });
    expect((await list({ target: missing, outcome: "done" })).total).toBe(0);
    expect((await list({ actor: other.email, outcome: "rejected" })).total).toBe(1);
    expect((await list({ actor: other.email, action: "lanes.suspendLane" })).total).toBe(0);
    expect((await list({ actor: other.email, until: "2020-01-01T00:00:00Z" })).total).toBe(0);
    const wide = { from: "1970-01-01T00:00:00Z", until: "9999-01-01T00:00:00Z" };
    expect((await list({ actor: other.email, ...wide })).total).toBe(2);
    expect((await list({ actor: "100%_\\" })).total).toBe(0);
  });
});

describe("the CSV download of the log", () => {
  const path = "/api/admin/audit/audit-log.csv";

  test.each([
    ["signedOut", 401],
    ["customer", 403],
    ["admin", 200],
  ] as const)("answers %s with %i", async (who, status) => {
    const clients = { signedOut: app.client(), customer: customer.client, admin: admin.client };
    const response = await clients[who].fetch(path);
    await response.arrayBuffer();
    expect(response.status).toBe(status);
  });

  test("contains the matching entries, and no formula", async () => {
    const other = await anAdmin(app);
    await other.api.wallet.adjustWallet({
      userId: customer.userId,
      kind: "credit",
      amount: "1.00",
      reason: '=HYPERLINK("evil")',
      idempotencyKey: randomUUID(),
    });
    const query = new URLSearchParams({ actor: other.email, outcome: "done" });
    const response = await other.client.fetch(`${path}?${query.toString()}`);
    const lines = (await response.text()).trimEnd().split("\r\n");
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(`,wallet.adjustWallet,${customer.email},`);
    expect(lines[1]).toContain(`"'=HYPERLINK(""evil"")"`);
  });

  test("rejects an invalid filter", async () => {
    const response = await admin.client.fetch(`${path}?outcome=half`);
    expect(response.status).toBe(400);
  });
});
