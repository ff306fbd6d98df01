// Packages that were added before there was a warehouse, and what becomes of their parcels when the first one opens.
import { sql } from "kysely";
import { beforeEach, expect, test, vi } from "vitest";
import { declarationLimits } from "#goods/rules/inbound-parcel.ts";
import { settablePackageStatuses } from "#tracking/rules/package-status.ts";
import { expectApiError } from "#test/api-errors.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { freshNumber, parcelHistory, storedParcels } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { stageFaults } from "#test/stage-faults.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;
let customer: TestPerson;

// Every test opens the first warehouse.
beforeEach(async () => {
  app = await testApp();
  [admin, customer] = [await anAdmin(app), await aCustomer(app, { plan: "Premium" })];
  return () => app.close();
});

const newPackage = (trackingNumber = freshNumber()) => aPackage(customer, { trackingNumber });

/** The state of the parcel with this number and its warehouse; null: none. */
async function parcelOf(trackingNumber: string) {
  const { state, warehouseId, packageId } = await app.database.kysely
    .selectFrom("inboundParcels")
    .select(["state", "warehouseId", "packageId"])
    .where("trackingNumber", "=", trackingNumber)
    .executeTakeFirstOrThrow();
  return [state, warehouseId, packageId] as const;
}

test("G55: in every status, what is still expected comes to the first hub, what left or ended stays out", async () => {
  const statuses = [];
  for (const status of settablePackageStatuses) {
    const { id: packageId, trackingNumber } = await newPackage();
    if (status !== "pending") await admin.api.packages.setPackageStatus({ packageId, status });
    statuses.push({ status, packageId, trackingNumber });
  }
  const cancelled = await newPackage();
  await customer.api.packages.cancelPackage({ packageId: cancelled.id });
  const deleted = await newPackage();
  await admin.api.packages.deletePackage({ packageId: deleted.id });
  const moved = await Promise.all([newPackage(), newPackage()]);
  for (const [index, { legs }] of moved.entries()) {
    await admin.api.packages.setLegStatus({ legId: legs[index]?.id ?? "", status: "in_transit" });
  }
  const [onItsWayHere, onItsWayAbroad] = moved.map(({ trackingNumber }) => trackingNumber);
  const closed = warehouseFields({ isActive: false });
  const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
  expect((await parcelOf(statuses[0]?.trackingNumber ?? ""))[1]).toBeNull();
  await admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields() });

  const gone = { in_transit: "departed", delivered: "departed", voided: "cancelled" } as const;
  for (const { status, packageId, trackingNumber } of statuses) {
    const isExpected = status === "pending" || status === "processing";
    const state = isExpected ? "expected" : gone[status];
    const expected = [
      state,
      isExpected ? warehouseId : null,
      state === "cancelled" ? null : packageId,
    ];
    expect([status, ...(await parcelOf(trackingNumber))]).toEqual([status, ...expected]);
  }
  for (const { trackingNumber } of [cancelled, deleted]) {
    expect(await parcelOf(trackingNumber)).toEqual(["cancelled", null, null]);
  }
  expect(await parcelOf(onItsWayHere ?? "")).toEqual(["expected", warehouseId, moved[0]?.id]);
  expect(await parcelOf(onItsWayAbroad ?? "")).toEqual(["departed", null, moved[1]?.id]);

  const { counts } = await customer.api.inboundParcels.listInboundParcels({});
  expect(counts).toMatchObject({ awaited: 3, here: 0 });
  expect(await stageFaults(app.database.kysely)).toEqual([]);
  const ended = (await storedParcels(app, customer)).filter(({ state }) => state === "cancelled");
  for (const { id } of ended) {
    expect((await parcelHistory(app, id)).map(([kind]) => kind)).toEqual(["declared", "cancelled"]);
  }
});

test("nobody is told of parcels, neither before nor when the first hub opens", async () => {
  const told = async () => {
    await app.runJobs({ withDelayed: true });
    const { items } = await customer.api.notifications.listNotifications({});
    return [items.map(({ kind }) => kind), (await app.emailsTo(customer.email)).length];
  };
  await newPackage();
  expect(await told()).toEqual([[], 0]);
  await addWarehouse(admin.api);
  expect(await told()).toEqual([[], 0]);
});

test("a site that only takes in gets none of them, and a second hub gets none of the first", async () => {
  const { trackingNumber } = await newPackage();
  await addWarehouse(admin.api, { kind: "intake" });
  expect((await parcelOf(trackingNumber))[1]).toBeNull();
  const hub = await addWarehouse(admin.api);
  expect((await parcelOf(trackingNumber))[1]).toBe(hub);
  await addWarehouse(admin.api);
  expect((await parcelOf(trackingNumber))[1]).toBe(hub);
});

test("there may be any number of them, and two with one number", async () => {
  const first = freshNumber();
  await newPackage(first);
  await sql`
    insert into inbound_parcels (user_id, tracking_number, source, state, created_at, updated_at)
    select ${customer.userId}, 'YT' || lpad(n::text, 13, '0'), 'declared', 'expected', now(), now()
    from generate_series(1, ${declarationLimits.expectedParcels}::int) n
  `.execute(app.database.kysely);
  const input = {
    origin: "China",
    destination: "United States",
    idempotencyKey: crypto.randomUUID(),
  };
  const second = await customer.api.packages.createPackage({ ...input, trackingNumber: first });
  expect(second.inOtherPackages).toEqual([]);
  await addWarehouse(admin.api);
  await expectApiError(newPackage(), "too_many_inbound_parcels");
});

test("one that is written while the first hub opens comes to it", async () => {
  const closed = warehouseFields({ isActive: false });
  const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
  const waiting = async (count: number) => {
    await vi.waitFor(async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from pg_locks where not granted
          and pid in (select pid from pg_stat_activity where datname = current_database())
      `.execute(app.database.kysely);
      expect(rows[0]?.count).toBe(count);
    }, 20_000);
  };
  const [isHeld, mayGoOn] = [
    Promise.withResolvers<undefined>(),
    Promise.withResolvers<undefined>(),
  ];
  const holding = app.database.kysely.transaction().execute(async (db) => {
    await sql`lock table inbound_parcels in share mode`.execute(db);
    isHeld.resolve(undefined);
    await mayGoOn.promise;
  });
  await isHeld.promise;
  const adding = newPackage();
  await waiting(1);
  const opening = admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields() });
  await waiting(2);
  mayGoOn.resolve(undefined);
  await Promise.all([holding, opening]);
  expect((await parcelOf((await adding).trackingNumber))[1]).toBe(warehouseId);
});
