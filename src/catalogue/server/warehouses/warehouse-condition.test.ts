import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openDatabase, type Database } from "#platform/server/db/open.ts";
import { silentLog, testDatabase } from "#test/database.ts";
import { follow } from "#test/follow.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";

let database: Database;
let here: TestApp;
let there: TestApp;
let admin: TestPerson;
/** People whose requests the other server answers. */
let customer: TestPerson;
let receiver: TestPerson;

// Each server keeps that there is a warehouse, so every test has servers of its own.
beforeEach(async () => {
  database = await testDatabase();
  const openPool = () => openDatabase({ url: database.url, log: silentLog });
  here = await testApp({ database: openPool() });
  there = await testApp({ database: openPool() });
  admin = await anAdmin(here);
  customer = await aCustomer(there);
  receiver = await aStaffMember(there, ["receiver"]);
});
afterEach(async () => {
  await here.close();
  await there.close();
  await database.close();
});

/** What the pages of customers, of the public and of staff are told at the other server. */
async function told() {
  const settings = [customer.api, there.client().api].map(
    async (api) => (await api.settings.readPublicSettings({})).hasWarehouse,
  );
  const entered = [customer, receiver].map(
    async ({ api }) => (await api.auth.readSession({}))?.person.isWarehouseEntered,
  );
  const [ofCustomer, ofPublic, byCustomer, byStaff] = await Promise.all([...settings, ...entered]);
  return { ofCustomer, ofPublic, byCustomer, byStaff };
}

const nothing = { ofCustomer: false, ofPublic: false, byCustomer: false, byStaff: false };
const entered = { ...nothing, byStaff: true };
const opened = { ...entered, ofCustomer: true, ofPublic: true };

test("a warehouse is entered for staff at once, and for the others when it opens, for ever", async () => {
  expect(await told()).toEqual(nothing);
  const closed = warehouseFields({ isActive: false });
  const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
  expect(await told()).toEqual(entered);
  const renamed = { warehouseId, fields: { ...closed, name: "Kowloon" } };
  await admin.api.warehouses.updateWarehouse(renamed);
  expect(await told()).toEqual(entered);
  await admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields() });
  expect(await told()).toEqual(opened);
  await admin.api.warehouses.updateWarehouse({ warehouseId, fields: closed });
  expect(await told()).toEqual(opened);
});

test("one that is entered as open has been open once, also a site that only takes in", async () => {
  await admin.api.warehouses.createWarehouse(warehouseFields({ kind: "intake" }));
  expect(await told()).toEqual(opened);
});

test("when it was first opened stays", async () => {
  const openedAt = async () => {
    const row = database.kysely.selectFrom("warehouses").select("openedAt");
    return (await row.executeTakeFirstOrThrow()).openedAt;
  };
  const closed = warehouseFields({ isActive: false });
  const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
  expect(await openedAt()).toBeNull();
  const save = async (fields: typeof closed) => {
    here.clock.advance(60_000);
    await admin.api.warehouses.updateWarehouse({ warehouseId, fields });
  };
  await save(warehouseFields());
  const first = here.clock.now();
  expect(await openedAt()).toEqual(first);
  await save(closed);
  await save(warehouseFields());
  expect(await openedAt()).toEqual(first);
});

test("G54: the other server's open pages are told within a second, and then read it there", async () => {
  const streams = await Promise.all(
    [customer, receiver].map(({ api }) => follow(api.changeStream.subscribeToChanges({}))),
  );
  const isTold = async (expected: object) => {
    const waiting = { timeout: 1_000, interval: 20 };
    for (const { changes } of streams) {
      const topics = () => changes.map(({ topic }) => topic);
      await vi.waitFor(() => expect(topics()).toContain("settings"), waiting);
      changes.length = 0;
    }
    expect(await told()).toEqual(expected);
  };
  // Before it, so that the server has just read that there is none.
  expect(await told()).toEqual(nothing);
  const closed = warehouseFields({ isActive: false });
  const { id: warehouseId } = await admin.api.warehouses.createWarehouse(closed);
  await isTold(entered);
  await admin.api.warehouses.updateWarehouse({ warehouseId, fields: warehouseFields() });
  await isTold(opened);
  await Promise.all(streams.map((stream) => stream.close()));
});
