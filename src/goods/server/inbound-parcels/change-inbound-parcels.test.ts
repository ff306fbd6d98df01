import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import type { InboundParcelState } from "#goods/rules/inbound-parcel.ts";
import { listEvents } from "#people/server/db/events.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { follow } from "#test/follow.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { timeLimit } from "#test/time-limit.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
let customer: TestPerson;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  customer = await aCustomer(app, { plan: "Premium", packageQuota: 100 });
  return () => app.close();
});

/** A package of `person` with a number of its own. */
const newPackage = (person: TestPerson = customer) =>
  aPackage(person, { trackingNumber: freshNumber() });

const move = (parcels: readonly { readonly id: string }[], packageId: string | null) =>
  customer.api.inboundParcels.moveInboundParcels({
    inboundParcelIds: parcels.map(({ id }) => id),
    packageId,
  });

const read = async (inboundParcelId: string, person: TestPerson = customer) =>
  await person.api.inboundParcels.readInboundParcel({ inboundParcelId });

const eventsOf = async (inboundParcelId: string) =>
  (await read(inboundParcelId)).events.map(({ kind, packageId }) => [kind, packageId]);

async function packageState(packageId: string) {
  const { package: pkg } = await customer.api.packages.readPackage({ packageId });
  return [pkg.stage, pkg.parcelsCount, pkg.parcelsHereCount];
}

async function remaining(): Promise<number | undefined> {
  return (await customer.api.auth.readSession({}))?.person.packageQuota;
}

/** Sets a state that no operation reaches yet. */
async function setState(parcelId: string, state: InboundParcelState): Promise<void> {
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ state })
    .where("id", "=", parcelId)
    .execute();
}

describe("moving parcels", () => {
  test("puts them into a package and takes them out, with counts, stage and history of each", async () => {
    const [one, other] = [await newPackage(), await newPackage()];
    const parcels = [await declareParcel(customer), await declareParcel(customer)];
    const quota = await remaining();
    const { items } = await move(parcels, one.id);
    expect(items.map(({ id, packageId }) => [id, packageId])).toEqual(
      parcels.map(({ id }) => [id, one.id]),
    );
    expect(await packageState(one.id)).toEqual(["gathering", 3, 0]);
    await move(parcels, other.id);
    expect([await packageState(one.id), await packageState(other.id)]).toEqual([
      ["gathering", 1, 0],
      ["gathering", 3, 0],
    ]);
    await move(parcels.slice(0, 1), null);
    expect(await packageState(other.id)).toEqual(["gathering", 2, 0]);
    expect(await eventsOf(parcels[0]?.id ?? "")).toEqual([
      ["declared", null],
      ["put_into_package", one.id],
      ["taken_out", one.id],
      ["put_into_package", other.id],
      ["taken_out", other.id],
    ]);
    expect(await remaining()).toBe(quota);
  });

  test("lets stage and leg follow what is here", async () => {
    const [gathering, own] = [await newPackage(), await newPackage()];
    const { items } = await customer.api.inboundParcels.listInboundParcels({ packageId: own.id });
    const awaited = items[0]?.id ?? "";
    const here = await declareParcel(customer, { packageId: own.id });
    await receiveParcel(app, customer, here.id);
    expect(await packageState(own.id)).toEqual(["gathering", 2, 1]);
    const firstLeg = async (packageId: string) =>
      (await customer.api.packages.readPackage({ packageId })).package.legs[0]?.status;
    expect(await firstLeg(own.id)).toBe("in_transit");
    await move([{ id: awaited }], gathering.id);
    expect(await packageState(own.id)).toEqual(["ready", 1, 1]);
    expect(await firstLeg(own.id)).toBe("delivered");
    expect(await firstLeg(gathering.id)).toBe("pending");
    await move([here], gathering.id);
    expect(await packageState(own.id)).toEqual(["gathering", 0, 0]);
    expect(await packageState(gathering.id)).toEqual(["gathering", 3, 1]);
  });

  test("of a parcel that is there already changes nothing", async () => {
    const pkg = await newPackage();
    const parcel = await declareParcel(customer, { packageId: pkg.id });
    const before = await read(parcel.id);
    await move([parcel, parcel], pkg.id);
    expect(await read(parcel.id)).toEqual(before);
  });

  test("moves all or none", async () => {
    const pkg = await newPackage();
    const others = await declareParcel(await aCustomer(app));
    const parcels = [await declareParcel(customer), await declareParcel(customer)];
    await expectApiError(move([...parcels, others], pkg.id), "not_found");
    await expectApiError(move(parcels, (await newPackage(await anAdmin(app))).id), "not_found");
    await expectApiError(move(parcels, randomUUID()), "not_found");
    for (const state of ["packed", "departed", "returned", "disposed"] as const) {
      await setState(parcels[1]?.id ?? "", state);
      await expectApiError(move(parcels, pkg.id), "inbound_parcel_not_free");
    }
    await setState(parcels[1]?.id ?? "", "expected");
    await customer.api.inboundParcels.cancelInboundParcel({
      inboundParcelId: parcels[1]?.id ?? "",
    });
    await expectApiError(move(parcels, pkg.id), "inbound_parcel_not_free");
    expect((await read(parcels[0]?.id ?? "")).parcel.packageId).toBeNull();
    expect(await packageState(pkg.id)).toEqual(["gathering", 1, 0]);
    await expectApiError(
      move(
        Array.from({ length: 51 }, () => others),
        null,
      ),
      "invalid_input",
    );
  });

  test("is over for a package that has left or ended", async () => {
    const admin = await anAdmin(app);
    const [left, open] = [await newPackage(), await newPackage()];
    const inside = await declareParcel(customer, { packageId: left.id });
    const loose = await declareParcel(customer);
    const legId = left.legs[1]?.id ?? "";
    await admin.api.packages.setLegStatus({ legId, status: "in_transit" });
    // Awaited parcels are taken out of a package that leaves; one that is put back by hand stays.
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ packageId: left.id })
      .where("id", "=", inside.id)
      .execute();
    for (const packageId of [null, open.id]) {
      await expectApiError(move([inside], packageId), "package_not_open");
    }
    await expectApiError(move([loose], left.id), "package_not_open");
    await customer.api.packages.cancelPackage({ packageId: open.id });
    await expectApiError(move([loose], open.id), "package_not_open");
    const near = await aPackage(customer, { origin: "Singapore" });
    await expectApiError(move([loose], near.id), "package_not_open");
  });

  test("many at once ends in one package, with counts that agree", async () => {
    const packages = [await newPackage(), await newPackage(), await newPackage()];
    const parcels = [await declareParcel(customer), await declareParcel(customer)];
    await Promise.all(
      Array.from({ length: 12 }, (_, turn) =>
        move(turn % 2 === 0 ? parcels : parcels.toReversed(), packages[turn % 3]?.id ?? null),
      ),
    );
    const counts = [];
    for (const { id } of packages) counts.push((await packageState(id))[1]);
    const { parcel } = await read(parcels[0]?.id ?? "");
    expect(counts.map(String).toSorted()).toEqual(["1", "1", "3"]);
    expect(packages[counts.indexOf(3)]?.id).toBe(parcel.packageId);
  });
});

describe("cancelling a parcel", () => {
  const cancel = (inboundParcelId: string) =>
    customer.api.inboundParcels.cancelInboundParcel({ inboundParcelId });

  test("takes it out of its package, once", async () => {
    const pkg = await newPackage();
    const here = await declareParcel(customer, { packageId: pkg.id });
    await receiveParcel(app, customer, here.id);
    const { items } = await customer.api.inboundParcels.listInboundParcels({
      packageId: pkg.id,
      group: "awaited",
    });
    const parcelId = items[0]?.id ?? "";
    const cancelled = await cancel(parcelId);
    expect(cancelled).toMatchObject({ state: "cancelled", packageId: null });
    expect(await packageState(pkg.id)).toEqual(["ready", 1, 1]);
    expect(await cancel(parcelId)).toEqual(cancelled);
    expect(await eventsOf(parcelId)).toEqual([
      ["declared", pkg.id],
      ["cancelled", pkg.id],
    ]);
  });

  test("is over once it was received, and not for another's", async () => {
    const parcel = await declareParcel(customer);
    await receiveParcel(app, customer, parcel.id);
    await expectApiError(cancel(parcel.id), "inbound_parcel_not_free");
    await expectApiError(cancel((await declareParcel(await aCustomer(app))).id), "not_found");
    await expectApiError(cancel(randomUUID()), "not_found");
  });
});

describe("saying that a parcel belongs to somebody else", () => {
  const reject = (inboundParcelId: string) =>
    customer.api.inboundParcels.rejectInboundParcel({ inboundParcelId });

  test("takes it out of its package and the account, with what was declared", async () => {
    const pkg = await newPackage();
    const parcel = await declareParcel(customer, {
      packageId: pkg.id,
      shop: "Taobao",
      orderReference: "2345678901234567890",
      description: "Teapot",
    });
    await receiveParcel(app, customer, parcel.id);
    expect(await reject(parcel.id)).toEqual({});
    expect(await packageState(pkg.id)).toEqual(["gathering", 1, 0]);
    await expectApiError(read(parcel.id), "not_found");
    await expectApiError(reject(parcel.id), "not_found");
    const { kysely } = app.database;
    const stored = await kysely
      .selectFrom("inboundParcels")
      .selectAll()
      .where("id", "=", parcel.id)
      .executeTakeFirstOrThrow();
    expect(stored).toMatchObject({
      userId: null,
      packageId: null,
      state: "received",
      trackingNumber: parcel.trackingNumber,
      shop: "",
      orderReference: "",
      description: "",
    });
    const events = await listEvents(kysely, "inbound_parcel", [parcel.id]);
    expect(events.at(-1)).toMatchObject({
      kind: "rejected",
      facts: { packageId: pkg.id },
      actorId: customer.userId,
    });
  });

  test("is possible only while it lies in the warehouse", async () => {
    const parcel = await declareParcel(customer);
    await expectApiError(reject(parcel.id), "inbound_parcel_not_free");
    await setState(parcel.id, "packed");
    await expectApiError(reject(parcel.id), "inbound_parcel_not_free");
    await expectApiError(reject((await declareParcel(await aCustomer(app))).id), "not_found");
  });

  test("hides its earlier owner's packages and what they did from the next", async () => {
    const pkg = await newPackage();
    const parcel = await declareParcel(customer, { packageId: pkg.id });
    await receiveParcel(app, customer, parcel.id);
    await reject(parcel.id);
    const next = await aCustomer(app);
    await app.database.kysely
      .updateTable("inboundParcels")
      .set({ userId: next.userId })
      .where("id", "=", parcel.id)
      .execute();
    const { events } = await read(parcel.id, next);
    const shown = events.map((event) => [event.kind, event.packageId, event.packageTrackingNumber]);
    expect(shown).toEqual([["received", null, null]]);
  });
});

describe("correcting a declaration", () => {
  const fieldsOf = (parcel: InboundParcel) => ({
    trackingNumber: parcel.trackingNumber ?? "",
    shop: parcel.shop,
    orderReference: parcel.orderReference,
  });
  const change = (
    parcel: InboundParcel,
    changes: Partial<ReturnType<typeof fieldsOf>>,
    expected?: InboundParcel,
  ) =>
    customer.api.inboundParcels.changeDeclaration({
      inboundParcelId: parcel.id,
      fields: { ...fieldsOf(parcel), ...changes },
      ...(expected === undefined ? {} : { expectedVersion: fieldsOf(expected) }),
    });

  test("stores the fields, and the carrier of a corrected number", async () => {
    const parcel = await declareParcel(customer);
    const changes = {
      trackingNumber: " 1z999aa10123456784 ",
      shop: "Taobao",
      orderReference: "2345678901234567890",
    };
    const changed = await change(parcel, changes);
    expect(changed).toMatchObject({
      ...changes,
      trackingNumber: "1Z999AA10123456784",
      carrierCode: "ups",
    });
    expect((await read(parcel.id)).parcel).toEqual(changed);
    expect((await eventsOf(parcel.id)).map(([kind]) => kind)).toEqual([
      "declared",
      "declaration_changed",
    ]);
    expect(await change(changed, {})).toEqual(changed);
    expect(await eventsOf(parcel.id)).toHaveLength(2);
  });

  test("leaves the number alone once it was received, and everything once it is packed", async () => {
    const parcel = await declareParcel(customer);
    await receiveParcel(app, customer, parcel.id);
    const number = { trackingNumber: freshNumber() };
    await expectApiError(change(parcel, number), "inbound_parcel_not_free");
    expect((await change(parcel, { shop: "Taobao" })).shop).toBe("Taobao");
    await setState(parcel.id, "packed");
    await expectApiError(change(parcel, { shop: "JD" }), "inbound_parcel_not_free");
  });

  test("refuses the number of another open parcel of one's own, naming it", async () => {
    const [one, other] = [await declareParcel(customer), await declareParcel(customer)];
    const others = await declareParcel(await aCustomer(app));
    const call = change(one, { trackingNumber: other.trackingNumber ?? "" });
    await expectApiError(call, "number_declared");
    await expect(change(one, { trackingNumber: other.trackingNumber ?? "" })).rejects.toMatchObject(
      { data: { inboundParcelId: other.id } },
    );
    const trackingNumber = others.trackingNumber ?? "";
    expect((await change(one, { trackingNumber })).trackingNumber).toBe(trackingNumber);
  });

  test("refuses an edit of older fields with the stored ones", async () => {
    const parcel = await declareParcel(customer);
    const newer = await change(parcel, { shop: "JD" }, parcel);
    await expectApiError(change(parcel, { shop: "Taobao" }, parcel), "conflict");
    await expect(change(parcel, { shop: "Taobao" }, parcel)).rejects.toMatchObject({
      data: { current: fieldsOf(newer) },
    });
    expect((await change(newer, { shop: "Taobao" }, newer)).shop).toBe("Taobao");
  });

  test("leaves what was said of its goods and their value, which are none of its fields", async () => {
    const said = {
      description: "Teapots",
      declaredValueMinor: 12_900,
      declaredCurrency: "CNY",
    } as const;
    const parcel = await declareParcel(customer, said);
    expect(await change(parcel, { shop: "Taobao" })).toMatchObject(said);
    const lower: object = { declaredValueMinor: 1, declaredCurrency: "CNY" };
    const other: object = { description: "Cups" };
    for (const fields of [lower, other])
      await expectApiError(change(parcel, fields), "invalid_input");
    expect((await read(parcel.id)).parcel).toMatchObject({ ...said, shop: "Taobao" });
  });

  test("refuses an invalid number, and another customer's parcel", async () => {
    const parcel = await declareParcel(customer);
    await expectApiError(change(parcel, { trackingNumber: "!" }), "invalid_tracking_number");
    await expectApiError(change(await declareParcel(await aCustomer(app)), {}), "not_found");
    expect((await read(parcel.id)).parcel).toEqual(parcel);
  });
});

test("An open page learns of each change, also of a parcel that is given up", async () => {
  const owner = await aCustomer(app, { plan: "Basic" });
  const other = await aCustomer(app);
  const [stream, others] = [
    await follow(owner.api.changeStream.subscribeToChanges({})),
    await follow(other.api.changeStream.subscribeToChanges({})),
  ];
  const expectChange = async (parcelId: string) => {
    const startedAt = performance.now();
    expect(await stream.receives("inbound_parcel", parcelId)).toBe(true);
    expect(performance.now() - startedAt).toBeLessThan(timeLimit(1_000));
    stream.changes.length = 0;
  };
  const { id } = await declareParcel(owner);
  await expectChange(id);
  const pkg = await newPackage(owner);
  await owner.api.inboundParcels.moveInboundParcels({ inboundParcelIds: [id], packageId: pkg.id });
  await expectChange(id);
  await receiveParcel(app, owner, id);
  await expectChange(id);
  await owner.api.inboundParcels.rejectInboundParcel({ inboundParcelId: id });
  await expectChange(id);
  expect(others.changes.filter(({ topic }) => topic === "inbound_parcel")).toEqual([]);
  await Promise.all([stream.close(), others.close()]);
});

test("What an admin does with own parcels is in the audit log", async () => {
  const admin = await anAdmin(app);
  const { inboundParcels } = admin.api;
  const parcel = await declareParcel(admin);
  const pkg = await newPackage(admin);
  const inboundParcelId = parcel.id;
  await inboundParcels.moveInboundParcels({ inboundParcelIds: [parcel.id], packageId: pkg.id });
  const fields = { trackingNumber: parcel.trackingNumber ?? "", shop: "Taobao" };
  await inboundParcels.changeDeclaration({ inboundParcelId, fields });
  await inboundParcels.cancelInboundParcel({ inboundParcelId });
  const received = await declareParcel(admin);
  await receiveParcel(app, admin, received.id);
  await inboundParcels.rejectInboundParcel({ inboundParcelId: received.id });
  const entries = await app.database.kysely
    .selectFrom("auditLog")
    .select("action")
    .where("actorId", "=", admin.userId)
    .where("action", "like", "inboundParcels.%")
    .orderBy("id")
    .execute();
  expect(entries.map(({ action }) => action)).toEqual([
    "inboundParcels.declareInboundParcels",
    "inboundParcels.moveInboundParcels",
    "inboundParcels.changeDeclaration",
    "inboundParcels.cancelInboundParcel",
    "inboundParcels.declareInboundParcels",
    "inboundParcels.rejectInboundParcel",
  ]);
});
