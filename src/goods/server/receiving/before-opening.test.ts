// What staff try in a warehouse that is not open yet, of which customers see nothing.
import { beforeEach, expect, test } from "vitest";
import { ensureMemberCode } from "#people/server/users/profile.ts";
import { expectApiError } from "#test/api-errors.ts";
import { freshNumber, parcelHistory } from "#test/inbound-parcels.ts";
import { aPackage } from "#test/packages.ts";
import { aWarehouse, receiveScan } from "#test/receiving.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let app: TestApp;
let admin: TestPerson;
let receiver: TestPerson;
let customer: TestPerson;
let warehouseId: string;

// Every test has a warehouse that has never been open.
beforeEach(async () => {
  app = await testApp();
  admin = await anAdmin(app);
  receiver = await aStaffMember(app, ["receiver"]);
  customer = await aCustomer(app, { plan: "Premium" });
  warehouseId = await aWarehouse(admin, { isActive: false, code: "NEW" });
  return () => app.close();
});

const codeOf = ({ userId }: TestPerson) =>
  ensureMemberCode(app.database.kysely, userId, app.clock.now());

const open = async () => {
  const fields = warehouseFields({ code: "NEW" });
  await admin.api.warehouses.updateWarehouse({ warehouseId, fields });
};

async function countNotified(): Promise<number> {
  const rows = await app.database.kysely
    .selectFrom("notifications")
    .select("id")
    .where("userId", "=", customer.userId)
    .execute();
  return rows.length;
}

test("desks list it after those that are open, and not one that was closed", async () => {
  const listed = async () => {
    const { items } = await receiver.api.receiving.listReceivingWarehouses({});
    return items.map(({ code }) => code);
  };
  expect(await listed()).toEqual(["NEW"]);
  const second = await aWarehouse(admin, { kind: "intake", code: "SZ1" });
  expect(await listed()).toEqual(["SZ1", "NEW"]);
  const fields = warehouseFields({ kind: "intake", code: "SZ1", isActive: false });
  await admin.api.warehouses.updateWarehouse({ warehouseId: second, fields });
  expect(await listed()).toEqual(["NEW"]);
});

test("shelves are added to it, and a parcel without an owner and one of a colleague are received", async () => {
  const added = { warehouseId, items: [{ code: "A-1" }] };
  await admin.api.storageLocations.createStorageLocations(added);
  const unowned = await receiveScan(app, receiver, {
    warehouseId,
    scan: freshNumber(),
    storageLocationCode: "A-1",
  });
  expect(unowned).toMatchObject({ outcome: "unmatched", parcel: { storageLocationCode: "A-1" } });
  const memberCode = await codeOf(admin);
  const owned = await receiveScan(app, receiver, { warehouseId, scan: freshNumber(), memberCode });
  expect(owned).toMatchObject({
    outcome: "undeclared",
    parcel: { owner: { userId: admin.userId } },
  });
});

test("a customer's parcel waits until it opens, however it is named, and nobody is notified", async () => {
  const { trackingNumber } = await aPackage(customer, { trackingNumber: freshNumber() });
  const memberCode = await codeOf(customer);
  const { readScan } = receiver.api.receiving;
  const coded = { warehouseId, scan: freshNumber(), memberCode };
  await expectApiError(readScan(coded), "warehouse_not_open");
  await expectApiError(receiveScan(app, receiver, coded), "warehouse_not_open");
  const declared = { warehouseId, scan: trackingNumber };
  await expectApiError(receiveScan(app, receiver, declared), "warehouse_not_open");
  const { parcel } = await receiveScan(app, receiver, { warehouseId, scan: freshNumber() });
  const match = { inboundParcelId: parcel.id, memberCode, declaredParcelId: null, reason: "Code" };
  await expectApiError(admin.api.parcelClaims.matchInboundParcel(match), "warehouse_not_open");
  expect((await parcelHistory(app, parcel.id)).map(([kind]) => kind)).toEqual(["received"]);
  expect(await countNotified()).toBe(0);
  await open();
  await receiveScan(app, receiver, declared);
  await receiveScan(app, receiver, coded);
  expect(await countNotified()).toBeGreaterThan(0);
});
