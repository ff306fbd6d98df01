import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { listEvents } from "#people/server/db/events.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber, receiveParcel } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

const close = ({ api, password }: TestPerson) => api.users.closeAccount({ password });

async function storedParcels({ userId }: TestPerson) {
  return await app.database.kysely
    .selectFrom("inboundParcels")
    .selectAll()
    .where("userId", "=", userId)
    .orderBy("createdAt")
    .execute();
}

async function setState(parcelId: string, state: "packed" | "departed"): Promise<void> {
  await app.database.kysely
    .updateTable("inboundParcels")
    .set({ state })
    .where("id", "=", parcelId)
    .execute();
}

test("An account with parcels in the warehouse is not closed", async () => {
  const person = await aCustomer(app);
  const parcel = await declareParcel(person);
  await receiveParcel(app, person, parcel.id);
  for (const state of ["received", "packed"] as const) {
    if (state === "packed") await setState(parcel.id, state);
    await expectApiError(close(person), "goods_in_store");
    expect(await person.api.users.readAccountClosing({})).toMatchObject({
      parcelsHereCount: 1,
      isPossible: false,
    });
  }
  await setState(parcel.id, "departed");
  expect(await close(person)).toEqual({});
});

test("Closing cancels expected parcels, which leave their package, and erases what was declared", async () => {
  const person = await aCustomer(app, { plan: "Basic" });
  const pkg = await aPackage(person, { trackingNumber: freshNumber() });
  const inPackage = await declareParcel(person, { packageId: pkg.id, shop: "Taobao" });
  await declareParcel(person, {
    description: "Teapot",
    orderReference: "1234567",
    declaredValueMinor: 12_900,
    declaredCurrency: "CNY",
  });
  expect(await close(person)).toEqual({});
  const parcels = await storedParcels(person);
  expect(parcels).toHaveLength(3);
  for (const parcel of parcels) {
    expect(parcel).toMatchObject({
      state: "cancelled",
      packageId: null,
      shop: "",
      orderReference: "",
      description: "",
      declaredValueMinor: null,
      declaredCurrency: null,
    });
  }
  expect(parcels.map(({ trackingNumber }) => trackingNumber)).toContain(inPackage.trackingNumber);
  const admin = await anAdmin(app);
  const { package: stored } = await admin.api.packages.readShipment({ packageId: pkg.id });
  expect(stored).toMatchObject({ parcelsCount: 0, parcelsHereCount: 0, stage: "gathering" });
  const events = await listEvents(app.database.kysely, "inbound_parcel", [inPackage.id]);
  expect(events.at(-1)).toMatchObject({ kind: "cancelled", facts: { packageId: pkg.id } });
});

test("A parcel that is received while the account is being closed prevents it", async () => {
  const person = await aCustomer(app);
  const { id } = await declareParcel(person);
  const { kysely } = app.database;
  const [isReceived, mayCommit] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const receiving = kysely.transaction().execute(async (db) => {
    const received = { state: "received" as const };
    await db.updateTable("inboundParcels").set(received).where("id", "=", id).execute();
    isReceived.resolve();
    await mayCommit.promise;
  });
  await isReceived.promise;
  const closing = expectApiError(close(person), "goods_in_store");
  await expect
    .poll(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(kysely);
      return rows.length;
    })
    .toBeGreaterThan(0);
  mayCommit.resolve();
  await Promise.all([receiving, closing]);
  expect(await storedParcels(person)).toMatchObject([{ state: "received" }]);
});

test("Nothing is declared for an account that is being closed", async () => {
  const person = await aCustomer(app);
  const results = await Promise.allSettled([
    close(person),
    ...Array.from({ length: 10 }, () => declareParcel(person)),
  ]);
  expect(results[0]?.status).toBe("fulfilled");
  const parcels = await storedParcels(person);
  expect(parcels.filter(({ state }) => state !== "cancelled")).toEqual([]);
});

test("The export has the parcels with their history, and none of others", async () => {
  const person = await aCustomer(app, { plan: "Basic" });
  const pkg = await aPackage(person, { trackingNumber: freshNumber() });
  const parcel = await declareParcel(person, { shop: "Taobao" });
  await person.api.inboundParcels.cancelInboundParcel({ inboundParcelId: parcel.id });
  const others = await declareParcel(await aCustomer(app));
  const { content } = await person.api.users.exportAccount({ part: "everything" });
  expect(JSON.parse(content)).toMatchObject({
    inboundParcels: [
      {
        parcel: { id: parcel.id, shop: "Taobao", state: "cancelled" },
        events: [{ kind: "declared" }, { kind: "cancelled" }],
      },
      { parcel: { packageId: pkg.id, trackingNumber: pkg.trackingNumber } },
    ],
  });
  expect(content).not.toContain(others.id);
});
