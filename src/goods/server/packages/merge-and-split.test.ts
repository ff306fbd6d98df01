import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import type { Package } from "#goods/contract/packages.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { aPackage, packageInput } from "#test/packages.ts";
import {
  addParcels,
  aPackageWith,
  parcelHistory,
  setParcelStates,
  storedParcels,
} from "#test/inbound-parcels.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { expectApiError } from "#test/api-errors.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  admin = await anAdmin(app);
  return () => app.close();
});

/** A customer with five packages in a month that begins now. */
async function aCustomerInMonth(at = "2026-05-10T12:00:00Z"): Promise<TestPerson> {
  app.clock.set(at);
  const person = await aCustomer(app);
  const { userId } = person;
  await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Basic", reason: "Goodwill" });
  return person;
}

const remaining = async ({ api }: TestPerson) =>
  (await api.plans.readSubscription({})).packageQuota;
const read = (person: TestPerson, { id: packageId }: { readonly id: string }) =>
  person.api.packages.readPackage({ packageId });
const parcelIds = async (person: TestPerson, { id }: Package) =>
  (await storedParcels(app, person, id)).map((parcel) => parcel.id);
const setQuota = ({ userId }: TestPerson, packageQuota: number) =>
  admin.api.plans.adjustQuota({ userId, packageQuota, reason: "Test" });
const moveLeg = (pkg: Package, legNumber: number) =>
  admin.api.packages.setLegStatus({
    legId: pkg.legs.find((leg) => leg.legNumber === legNumber)?.id ?? "",
    status: "in_transit",
  });

const merge = ({ api }: TestPerson, into: Package, from: Package) =>
  api.packages.mergePackages({ packageId: into.id, fromPackageId: from.id });
const split = (
  { api }: TestPerson,
  pkg: Package,
  inboundParcelIds: string[],
  idempotencyKey = randomUUID(),
) => api.packages.splitPackage({ packageId: pkg.id, inboundParcelIds, idempotencyKey });

async function auditedTargets(action: string): Promise<(string | null)[]> {
  const entries = app.database.kysely.selectFrom("auditLog").select("target");
  return (await entries.where("action", "=", action).execute()).map(({ target }) => target);
}

describe("merging two packages", () => {
  test("point 7: moves all parcels, voids the empty one with its legs and returns one package of the quota", async () => {
    const person = await aCustomerInMonth();
    const into = await aPackageWith(app, person, ["received", "expected"]);
    const from = await aPackageWith(app, person, ["received"], { origin: "Hong Kong" });
    const ids = [...(await parcelIds(person, into)), ...(await parcelIds(person, from))];
    const [moved = ""] = await parcelIds(person, from);
    expect(await remaining(person)).toBe(3);
    const result = await merge(person, into, from);
    expect(await remaining(person)).toBe(4);
    expect(result.isQuotaReturned).toBe(true);
    expect(result.package).toMatchObject({
      id: into.id,
      stage: "gathering",
      parcelsCount: ids.length,
    });
    expect((await parcelIds(person, into)).toSorted()).toEqual(ids.toSorted());
    const { package: empty, events, returnsQuota } = await read(person, from);
    expect(empty).toMatchObject({ status: "voided", stage: "ended", parcelsCount: 0 });
    expect(new Set(empty.legs.map(({ status }) => status))).toEqual(new Set(["voided"]));
    expect(returnsQuota).toBe(false);
    expect(events.at(-1)).toMatchObject({
      kind: "package_status_changed",
      before: "pending",
      after: "voided",
      byStaff: false,
    });
    expect((await parcelHistory(app, moved)).slice(-2)).toEqual([
      ["taken_out", from.id, false],
      ["put_into_package", into.id, false],
    ]);
  });

  test("sends the customer no email about it", async () => {
    const person = await aCustomerInMonth();
    const [into, from] = [await aPackage(person), await aPackage(person)];
    const before = (await app.emailsTo(person.email)).length;
    await merge(person, into, from);
    expect(await app.emailsTo(person.email)).toHaveLength(before);
  });

  test("G3: returns nothing where one of them was added in an earlier month", async () => {
    const person = await aCustomerInMonth();
    const [first, second] = [await aPackage(person), await aPackage(person)];
    app.clock.set("2026-05-11T12:00:00Z");
    const { userId } = person;
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: null, reason: "Over" });
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: "Super", reason: "Again" });
    const third = await aPackage(person);
    expect(await remaining(person)).toBe(9);
    expect((await merge(person, first, second)).isQuotaReturned).toBe(false);
    expect((await merge(person, third, first)).isQuotaReturned).toBe(false);
    expect(await remaining(person)).toBe(9);
  });

  test("G3: is answered `package_not_open` a second time, and returns the quota once, also at once", async () => {
    const person = await aCustomerInMonth();
    const [one, other] = [await aPackage(person), await aPackage(person)];
    const results = await Promise.allSettled([
      merge(person, one, other),
      merge(person, one, other),
      merge(person, other, one),
      merge(person, other, one),
    ]);
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const codes = results.flatMap((result) =>
      result.status === "rejected" ? [(result.reason as { code: string }).code] : [],
    );
    expect(codes).toEqual(["package_not_open", "package_not_open", "package_not_open"]);
    expect(await remaining(person)).toBe(4);
    const statuses = [await read(person, one), await read(person, other)];
    expect(statuses.map(({ package: { status } }) => status).toSorted()).toEqual([
      "pending",
      "voided",
    ]);
  });

  test("needs two own packages to the same destination that have neither left nor ended", async () => {
    const person = await aCustomerInMonth();
    await setQuota(person, 20);
    const into = await aPackage(person);
    await expectApiError(
      merge(person, into, into),
      "same_package",
      "Choose two different packages.",
    );
    const stranger = await aCustomer(app, { plan: "Super" });
    const others = await aPackage(stranger);
    await expectApiError(merge(person, into, others), "not_found");
    await expectApiError(merge(person, others, into), "not_found");
    const toJapan = await aPackage(person, { destination: "Japan" });
    await expectApiError(merge(person, into, toJapan), "destinations_differ");
    const fromSingapore = await aPackage(person, { origin: "Singapore" });
    await expectApiError(merge(person, into, fromSingapore), "package_not_open");
    const left = await aPackage(person);
    await moveLeg(left, 2);
    const cancelled = await aPackage(person);
    await person.api.packages.cancelPackage({ packageId: cancelled.id });
    const delivered = await aPackage(person);
    await admin.api.packages.setPackageStatus({ packageId: delivered.id, status: "delivered" });
    for (const closed of [left, cancelled, delivered]) {
      await expectApiError(merge(person, into, closed), "package_not_open");
      await expectApiError(merge(person, closed, into), "package_not_open");
    }
    expect((await read(person, into)).package.status).toBe("pending");
  });

  test("is possible while the leg to the warehouse moves, which then follows all parcels", async () => {
    const person = await aCustomerInMonth();
    const into = await aPackageWith(app, person, ["expected"]);
    const from = await aPackageWith(app, person, ["received"]);
    await setParcelStates(app, person, from.id, "received");
    expect((await read(person, from)).package.legs[0]?.status).toBe("delivered");
    const { package: merged } = await merge(person, into, from);
    expect([merged.legs[0]?.status, merged.status]).toEqual(["in_transit", "in_transit"]);
    await setParcelStates(app, person, into.id, "received");
    const { package: complete } = await read(person, into);
    expect([complete.legs[0]?.status, complete.stage]).toEqual(["delivered", "ready"]);
  });

  test("is undone by staff with one package of the quota taken again; the parcels stay where they are", async () => {
    const person = await aCustomerInMonth();
    const into = await aPackageWith(app, person, ["expected"]);
    const from = await aPackageWith(app, person, ["expected"]);
    await merge(person, into, from);
    const gathered = await parcelIds(person, into);
    await admin.api.packages.setPackageStatus({ packageId: from.id, status: "processing" });
    expect(await remaining(person)).toBe(3);
    expect(await parcelIds(person, into)).toEqual(gathered);
    expect((await read(person, from)).package).toMatchObject({
      stage: "gathering",
      parcelsCount: 0,
    });
  });

  test("of an admin's own packages is in the audit log", async () => {
    const [into, from] = [await aPackage(admin), await aPackage(admin)];
    expect((await merge(admin, into, from)).isQuotaReturned).toBe(false);
    expect(await auditedTargets("packages.mergePackages")).toEqual([into.id]);
  });
});

describe("splitting a package", () => {
  test("moves parcels into a new package with the same places and recipient, and takes one of the quota", async () => {
    const person = await aCustomerInMonth();
    const recipient = {
      ...(await read(person, await aPackage(person))).recipient,
      name: "Mei",
      city: "Austin",
    };
    const pkg = await aPackageWith(app, person, ["expected", "received", "received"], {
      recipient,
      description: "Tea set",
      destination: "Japan",
    });
    expect(await remaining(person)).toBe(3);
    const all = await storedParcels(app, person, pkg.id);
    const here = all.filter(({ state }) => state === "received");
    const ids = here.map(({ id }) => id);
    const { package: created } = await split(person, pkg, ids);
    expect(await remaining(person)).toBe(2);
    expect(created).toMatchObject({
      trackingNumber: here[0]?.trackingNumber,
      origin: "China",
      destination: "Japan",
      description: null,
      estimatedWeightGrams: null,
      status: "pending",
      stage: "ready",
      parcelsCount: 2,
      parcelsHereCount: 2,
    });
    expect(created.legs).toMatchObject([{ origin: "Hong Kong", destination: "Japan" }]);
    expect(await parcelIds(person, created)).toEqual(ids);
    const details = await read(person, created);
    expect(details.recipient).toEqual((await read(person, pkg)).recipient);
    expect(details.returnsQuota).toBe(true);
    expect(details.events.map(({ kind }) => kind)).toEqual(["package_created"]);
    const { package: rest } = await read(person, pkg);
    expect(rest).toMatchObject({ stage: "gathering", parcelsCount: all.length - 2 });
    expect((await parcelHistory(app, ids[1] ?? "")).slice(-2)).toEqual([
      ["taken_out", pkg.id, false],
      ["put_into_package", created.id, false],
    ]);
  });

  test("point 7: with no package left is refused in the specification's words, and moves nothing", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["expected", "expected"]);
    const before = await parcelIds(person, pkg);
    await setQuota(person, 0);
    await expectApiError(
      split(person, pkg, before.slice(1)),
      "quota_exceeded",
      "Your package quota for this month is used up.",
    );
    expect(await parcelIds(person, pkg)).toEqual(before);
    expect((await person.api.packages.listPackages({})).total).toBe(1);
    const { userId } = person;
    await admin.api.plans.giveComplimentaryPlan({ userId, plan: null, reason: "Over" });
    await expectApiError(split(person, pkg, before.slice(1)), "subscription_required");
  });

  test("has the legs of its route, and both legs to the warehouse follow", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["received", "expected"]);
    const parcels = await storedParcels(app, person, pkg.id);
    const here = parcels.filter(({ state }) => state === "received").map(({ id }) => id);
    expect((await read(person, pkg)).package.legs[0]?.status).toBe("in_transit");
    const { package: created } = await split(person, pkg, here);
    expect(created.legs.map(({ origin, status }) => [origin, status])).toEqual([
      ["China", "delivered"],
      ["Hong Kong", "pending"],
      ["Singapore", "pending"],
    ]);
    // The leg never goes back, though the parcel that was here is in another package now.
    expect((await read(person, pkg)).package).toMatchObject({
      status: "in_transit",
      stage: "gathering",
      parcelsHereCount: 0,
    });
  });

  test("takes the label code as its number where no package can have the parcel's", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["expected", "received", "received", "received"]);
    const [, unread, short, long] = (await storedParcels(app, person, pkg.id)).slice(-4);
    const rename = async (id: string | undefined, trackingNumber: string | null) =>
      await sql`
        update inbound_parcels set tracking_number = ${trackingNumber}, source = 'scanned'
        where id = ${id ?? ""}
      `.execute(app.database.kysely);
    await rename(unread?.id, null);
    await rename(short?.id, "AB-1");
    await rename(long?.id, "A".repeat(60));
    for (const parcel of [unread, short, long]) {
      const { package: created } = await split(person, pkg, [parcel?.id ?? ""]);
      expect(created.trackingNumber).toBe(parcel?.labelCode);
    }
  });

  test("a repeat returns the same package, and other content under the key is rejected", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["expected", "expected", "expected"]);
    const [, one = "", two = ""] = await parcelIds(person, pkg);
    const key = randomUUID();
    const results = await Promise.all([
      split(person, pkg, [one, two], key),
      split(person, pkg, [one, two], key),
      split(person, pkg, [one, two], key),
    ]);
    expect(new Set(results.map(({ package: { id } }) => id)).size).toBe(1);
    expect(await remaining(person)).toBe(3);
    await expectApiError(split(person, pkg, [one], key), "idempotency_key_reused");
    const created = results[0].package;
    await merge(person, pkg, created);
    const again = await split(person, pkg, [one, two], key);
    expect(again.package).toMatchObject({ id: created.id, status: "voided" });
    const addWithKey = person.api.packages.createPackage({
      ...packageInput(),
      idempotencyKey: key,
    });
    await expectApiError(addWithKey, "idempotency_key_reused");
  });

  test("leaves at least one parcel, and takes only parcels that it gathers", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["expected", "packed", "expected"]);
    const ids = await parcelIds(person, pkg);
    const stored = await storedParcels(app, person, pkg.id);
    const packed = stored.find(({ state }) => state === "packed")?.id ?? "";
    await expectApiError(split(person, pkg, [packed]), "inbound_parcel_not_free");
    await setParcelStates(app, person, pkg.id, "expected");
    await expectApiError(split(person, pkg, ids), "no_parcel_left");
    const other = await aPackageWith(app, person, ["expected", "expected"]);
    const [elsewhere = ""] = await parcelIds(person, other);
    await expectApiError(split(person, pkg, [ids[0] ?? "", elsewhere]), "inbound_parcel_not_free");
    const stranger = await aCustomer(app, { plan: "Super" });
    const others = await aPackageWith(app, stranger, ["expected", "expected"]);
    const [foreign = ""] = await parcelIds(stranger, others);
    await expectApiError(split(person, pkg, [foreign]), "not_found");
    await expectApiError(split(person, pkg, [randomUUID()]), "not_found");
    await expectApiError(split(person, others, [foreign]), "not_found");
    await moveLeg(pkg, 2);
    await expectApiError(split(person, pkg, [ids[0] ?? ""]), "package_not_open");
    expect(await remaining(person)).toBe(3);
  });

  test("stores the most that the plan allows, and an admin's package uses no quota", async () => {
    const person = await aCustomerInMonth();
    const pkg = await aPackageWith(app, person, ["expected", "expected"]);
    const [, chosen = ""] = await parcelIds(person, pkg);
    const { package: created } = await split(person, pkg, [chosen]);
    const limitOf = async ({ id }: Package) =>
      await app.database.kysely
        .selectFrom("packages")
        .select(["planMaxWeightGrams", "planPeriodId"])
        .where("id", "=", id)
        .executeTakeFirstOrThrow();
    expect((await limitOf(pkg)).planMaxWeightGrams).toBe(2000);
    expect(await limitOf(created)).toEqual(await limitOf(pkg));
    const own = await aPackage(admin);
    const ids = await addParcels(app, admin, own.id, ["expected", "expected"]);
    const { package: second } = await split(admin, own, ids.slice(1));
    expect(await limitOf(second)).toEqual({ planMaxWeightGrams: null, planPeriodId: null });
    expect(await auditedTargets("packages.splitPackage")).toEqual([own.id]);
  });
});

test("a merge or split is one of 600 changes of parcels an hour", async () => {
  const person = await aCustomerInMonth();
  const pkg = await aPackageWith(app, person, ["expected", "expected"]);
  const [, one = "", two = ""] = await parcelIds(person, pkg);
  const attempt = {
    bucket: `parcelChangesPerAccount:${person.userId}`,
    attemptedAt: app.clock.now(),
  };
  const attempts = Array.from({ length: 598 }, () => attempt);
  await app.database.kysely.insertInto("attempts").values(attempts).execute();
  const { package: created } = await split(person, pkg, [one]);
  await merge(person, pkg, created);
  await expectApiError(split(person, pkg, [two]), "too_many_requests");
  await expectApiError(merge(person, created, pkg), "too_many_requests");
});
