import { beforeAll, expect, test } from "vitest";
import type { WorkKind } from "#office/rules/work-item.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { listAcceptedContents } from "#shipping/server/ship-requests/screening-queries.ts";
import { labelAll } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, anAdmin, aStaffMember, signInBrowser, type TestPerson } from "#test/users.ts";

let app: TestApp;
let packer: TestPerson;
let manager: TestPerson;
let admin: TestPerson;

beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  packer = await aStaffMember(app, ["packer"]);
  admin = await anAdmin(app);
  manager = await aStaffMember(app, ["manager"]);
  return () => app.close();
});

async function accepted(packagesPerCustomer: number) {
  const warehouseId = await addWarehouse(manager.api, { code: `HK${packagesPerCustomer}` });
  const { userId } = await aCustomer(app, { plan: "Premium" });
  const { kysely } = app.database;
  return await insertAcceptedRequests(kysely, {
    userIds: [userId],
    warehouseId,
    packagesPerCustomer,
  });
}

/** How much of a kind the dashboard of somebody names as open work. */
async function openWork({ api }: TestPerson, kind: WorkKind): Promise<number> {
  const { work } = await api.admin.readDashboard({});
  return work.find((row) => row.kind === kind)?.count ?? 0;
}

test("open work names a service whose numbers last for fewer than 14 days", async () => {
  await manager.api.numberRanges.createNumberRange({ ...postalRange, lastSerial: 12 });
  const requests = await accepted(9);
  const [last, ...others] = requests;
  const make = (shipRequestId = "") =>
    packer.api.labels.makeLabel({ shipRequestId, trackingNumber: null });
  for (const { id } of others) await make(id);
  // Four are left, for 15 days at eight within 30.
  expect(await openWork(admin, "low_number_stocks")).toBe(0);
  await make(last?.id);
  // Three, for ten days.
  expect(await openWork(admin, "low_number_stocks")).toBe(1);
});

test("of accepted packages those alone are read that have something rules are about", async () => {
  const { kysely } = app.database;
  const requests = await accepted(5);
  const ids = requests.map(({ id }) => id);
  expect(await listAcceptedContents(kysely, ids)).toEqual([]);
  const parcelOf = async (at: number) => {
    const row = await kysely
      .selectFrom("shipRequestParcels")
      .select("inboundParcelId")
      .where("shipRequestId", "=", ids[at] ?? "")
      .executeTakeFirstOrThrow();
    return row.inboundParcelId;
  };
  const set = async (at: number, change: { battery?: "loose"; goodsFlags?: ["liquid"] }) => {
    const id = await parcelOf(at);
    await kysely.updateTable("inboundParcels").set(change).where("id", "=", id).execute();
  };
  await set(0, { battery: "loose" });
  await set(1, { goodsFlags: ["liquid"] });
  const inboundParcelId = await parcelOf(2);
  const item = { ...declaredGoods, battery: "installed" as const, inboundParcelId, position: 40 };
  await kysely.insertInto("goodsItems").values(item).execute();
  const found = await listAcceptedContents(kysely, ids);
  expect(new Set(found.map(({ shipRequestId }) => shipRequestId))).toEqual(
    new Set(ids.slice(0, 3)),
  );
});

test("open work names packages that were labelled more than three days ago, until they leave or lose the label", async () => {
  const [request] = await accepted(1);
  if (request === undefined) throw new Error("A request is needed.");
  await labelAll(packer, [request]);
  const later = async (milliseconds: number) => {
    app.clock.advance(milliseconds);
    for (const { client, userId } of [admin, packer]) await signInBrowser(app, client, userId);
    return await openWork(admin, "long_labelled_packages");
  };
  // The nine of the test above are labelled too.
  expect(await later(3 * 86_400_000 - 60_000)).toBe(0);
  expect(await later(120_000)).toBe(10);
  const { items } = await packer.api.labels.listPackagesToLabel({ state: "labelled" });
  const label = items.find(({ shipRequestId }) => shipRequestId === request.id)?.label;
  await packer.api.labels.voidLabel({ labelId: label?.id ?? "", reason: "Torn" });
  expect(await openWork(admin, "long_labelled_packages")).toBe(9);
});
