import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package, ShipmentEvent } from "#goods/contract/packages.ts";
import { lockCustomer } from "#money/server/plans/locks/with-subscriber-lock.ts";
import { aPackage } from "#test/packages.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  return () => app.close();
});

const read = (person: TestPerson, packageId: string) =>
  person.api.packages.readPackage({ packageId });

async function eventsOf(packageId: string): Promise<ShipmentEvent[]> {
  return (await admin.api.packages.readShipment({ packageId })).events;
}

const moveLeg = (pkg: Package) =>
  admin.api.packages.setLegStatus({
    legId: pkg.legs[0]?.id ?? "",
    status: "in_transit",
    expectedVersion: "pending",
  });

/** A customer whose complimentary month begins now, with the packages they may still add. */
async function aCustomerInMonth(at: string): Promise<TestPerson> {
  app.clock.set(at);
  const person = await aCustomer(app);
  const { userId } = person;
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "Goodwill" });
  return person;
}

const remaining = async ({ api }: TestPerson) =>
  (await api.plans.readSubscription({})).packageQuota;

const hasMoved = "This package can no longer be changed, since a leg of it has already moved.";

describe("Cancelling a package", () => {
  const cancel = (person: TestPerson, packageId: string, reason?: string) =>
    person.api.packages.cancelPackage({ packageId, reason });

  test("returns the quota of the month, cancels the legs and is recorded with its reason", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId } = await aPackage(person);
    expect(await remaining(person)).toBe(4);
    expect((await read(person, packageId)).returnsQuota).toBe(true);
    expect(await cancel(person, packageId, "Ordered twice")).toEqual({ isQuotaReturned: true });
    expect(await remaining(person)).toBe(5);
    const { package: pkg, events, returnsQuota } = await read(person, packageId);
    expect([pkg.status, returnsQuota]).toEqual(["cancelled", false]);
    expect(pkg.legs.map(({ status }) => status)).toEqual(["cancelled", "cancelled", "cancelled"]);
    expect(events.at(-1)).toMatchObject({
      kind: "package_cancelled",
      before: "pending",
      after: "Ordered twice",
    });
    const email = await app.latestEmail(person.email);
    expect(email.subject).toBe("Your package SF1234567890123 was cancelled");
  });

  test("a second time changes nothing, also at once", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId } = await aPackage(person);
    await aPackage(person);
    const results = await Promise.all([
      cancel(person, packageId),
      cancel(person, packageId),
      cancel(person, packageId),
    ]);
    expect(results).toEqual(Array.from({ length: 3 }, () => ({ isQuotaReturned: true })));
    expect(await remaining(person)).toBe(4);
    const events = await eventsOf(packageId);
    expect(events.filter(({ kind }) => kind === "package_cancelled")).toHaveLength(1);
  });

  test("returns nothing in a later month, to the second", async () => {
    const person = await aCustomerInMonth("2026-01-31T12:00:00Z");
    const [first, second] = [await aPackage(person), await aPackage(person)];
    // The month of the 31st ends on the last day of February.
    app.clock.set("2026-02-28T11:59:59Z");
    expect(await cancel(person, first.id)).toEqual({ isQuotaReturned: true });
    app.clock.set("2026-02-28T12:00:00Z");
    expect(await cancel(person, second.id)).toEqual({ isQuotaReturned: false });
    expect(await remaining(person)).toBe(4);
  });

  test("returns nothing to the next month's quota, or once the plan has ended", async () => {
    const person = await aCustomerInMonth("2026-06-10T12:00:00Z");
    const [first, second] = [await aPackage(person), await aPackage(person)];
    const { userId } = person;
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: null, reason: "Over" });
    expect(await cancel(person, first.id)).toEqual({ isQuotaReturned: false });
    app.clock.set("2026-06-11T12:00:00Z");
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Again" });
    expect(await cancel(person, second.id)).toEqual({ isQuotaReturned: false });
    expect(await remaining(person)).toBe(10);
  });

  const reviveByStatus = (packageId: string) =>
    admin.api.packages.setPackageStatus({ packageId, status: "processing" });

  test("is undone by staff, also twice, with one package of the quota taken again", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId, legs } = await aPackage(person);
    await cancel(person, packageId);
    expect(await remaining(person)).toBe(5);
    for (const { id: legId } of legs) {
      await admin.api.packages.setLegStatus({ legId, status: "pending" });
    }
    expect((await read(person, packageId)).package.status).toBe("pending");
    expect(await remaining(person)).toBe(4);
    await reviveByStatus(packageId);
    await admin.api.packages.setPackageStatus({ packageId, status: "pending" });
    expect(await remaining(person)).toBe(4);
    expect((await read(person, packageId)).returnsQuota).toBe(true);
    expect(await cancel(person, packageId)).toEqual({ isQuotaReturned: true });
    expect(await remaining(person)).toBe(5);
  });

  test("is not undone by voiding the package, nor while a leg is still cancelled", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId, legs } = await aPackage(person);
    await cancel(person, packageId);
    await admin.api.packages.setLegStatus({ legId: legs[0]?.id ?? "", status: "pending" });
    await admin.api.packages.setPackageStatus({ packageId, status: "voided" });
    expect(await remaining(person)).toBe(5);
    await reviveByStatus(packageId);
    expect(await remaining(person)).toBe(4);
  });

  test("is not undone while the customer has no package left, whichever way", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { userId } = person;
    const { id: packageId, legs } = await aPackage(person);
    await cancel(person, packageId);
    await admin.api.plans.adjustQuota({ userId, packageQuota: 0, reason: "Test" });
    const sentence =
      "The customer cancelled this package and has no package left this month. Increase their quota first.";
    const legId = legs[0]?.id ?? "";
    await expectApiError(reviveByStatus(packageId), "customer_quota_exceeded", sentence);
    await expectApiError(
      admin.api.packages.setLegStatus({ legId, status: "in_transit" }),
      "customer_quota_exceeded",
      sentence,
    );
    const { package: pkg, events } = await read(person, packageId);
    expect([pkg.status, pkg.legs[0]?.status]).toEqual(["cancelled", "cancelled"]);
    expect(events.at(-1)?.kind).toBe("package_cancelled");
    await admin.api.plans.adjustQuota({ userId, packageQuota: 1, reason: "Test" });
    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    expect(await remaining(person)).toBe(0);
  });

  test("without quota returned is undone without quota", async () => {
    const person = await aCustomerInMonth("2026-01-31T12:00:00Z");
    const { id: packageId } = await aPackage(person);
    app.clock.set("2026-02-28T12:00:00Z");
    expect(await cancel(person, packageId)).toEqual({ isQuotaReturned: false });
    const before = await remaining(person);
    await reviveByStatus(packageId);
    expect(await remaining(person)).toBe(before);
  });

  test("and undone at the same moment count one package once", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId, legs } = await aPackage(person);
    await cancel(person, packageId);
    const revive = () =>
      admin.api.packages.setLegStatus({ legId: legs[0]?.id ?? "", status: "in_transit" });
    await Promise.all([revive(), reviveByStatus(packageId), revive()]);
    expect(await remaining(person)).toBe(4);
    for (let round = 0; round < 6; round += 1) {
      const own = await aPackage(person);
      await cancel(person, own.id);
      const attempts = [() => reviveByStatus(own.id), () => aPackage(person)];
      const ordered = round % 2 === 0 ? attempts : attempts.toReversed();
      await admin.api.plans.adjustQuota({ userId: person.userId, packageQuota: 1, reason: "Test" });
      const results = await Promise.allSettled(ordered.map((attempt) => attempt()));
      expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      expect(await remaining(person)).toBe(0);
      await admin.api.plans.adjustQuota({ userId: person.userId, packageQuota: 3, reason: "Test" });
    }
  });

  test("and undone beside cancelling again, keeps quota and status together", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId, legs } = await aPackage(person, {
      origin: "Hong Kong",
      destination: "Japan",
    });
    const legId = legs[0]?.id ?? "";
    await cancel(person, packageId);
    for (let round = 0; round < 6; round += 1) {
      await Promise.all([
        admin.api.packages.setLegStatus({ legId, status: "pending" }),
        cancel(person, packageId),
      ]);
      const { status } = (await read(person, packageId)).package;
      expect(await remaining(person)).toBe(status === "cancelled" ? 5 : 4);
    }
  });

  test("is not possible once a leg has moved, and leaves package and quota as they are", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const pkg = await aPackage(person);
    await moveLeg(pkg);
    await expectApiError(cancel(person, pkg.id), "package_not_changeable", hasMoved);
    expect((await read(person, pkg.id)).package.status).toBe("in_transit");
    expect(await remaining(person)).toBe(4);
  });

  test("of an admin's own package concerns no quota and is in the audit log", async () => {
    const { id: packageId } = await aPackage(admin);
    expect(await cancel(admin, packageId)).toEqual({ isQuotaReturned: false });
    const entry = await app.database.kysely
      .selectFrom("auditLog")
      .select(["action", "actorId"])
      .where("target", "=", packageId)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(entry).toEqual({ action: "packages.cancelPackage", actorId: admin.userId });
  });

  test("leaves holds as they are", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const { id: packageId } = await aPackage(person);
    const { userId } = person;
    const money = { userId, reason: "Freight", idempotencyKey: randomUUID() };
    await admin.api.wallet.adjustWallet({ ...money, kind: "credit", amount: "20" });
    await admin.api.wallet.holdShippingFee({
      ...money,
      amount: "15",
      packageId,
      idempotencyKey: randomUUID(),
    });
    await cancel(person, packageId);
    expect(await person.api.wallet.readWallet({})).toMatchObject({ heldCents: 1500 });
  });

  test("a leg moves while something of its customer is under way, so that the two never wait for each other", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    const pkg = await aPackage(person);
    await app.database.kysely.transaction().execute(async (db) => {
      await lockCustomer(db, person.userId);
      await moveLeg(pkg);
    });
    expect((await read(person, pkg.id)).package.status).toBe("in_transit");
  });

  test("at the moment a leg moves, one of both happens", async () => {
    const person = await aCustomerInMonth("2026-05-10T12:00:00Z");
    await admin.api.plans.adjustQuota({ userId: person.userId, packageQuota: 20, reason: "Test" });
    const outcomes = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const before = await remaining(person);
      const pkg = await aPackage(person);
      const attempts = [() => cancel(person, pkg.id), () => moveLeg(pkg)];
      const ordered = round % 2 === 0 ? attempts : attempts.toReversed();
      const results = await Promise.allSettled(ordered.map((attempt) => attempt()));
      const failed = results.filter(({ status }) => status === "rejected");
      expect(failed).toHaveLength(1);
      const { status } = (await read(person, pkg.id)).package;
      outcomes.add(status);
      expect(await remaining(person)).toBe(status === "cancelled" ? before : before - 1);
    }
    expect([...outcomes].every((status) => ["cancelled", "in_transit"].includes(status))).toBe(
      true,
    );
  });
});
