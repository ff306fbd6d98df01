// The day's work of a warehouse, from the request to the label.
import { beforeAll, expect, test } from "vitest";
import type { WorkItemKind } from "#office/rules/work-item.ts";
import { typedNumber } from "#test/manifests.ts";
import {
  acceptedRequest,
  aShipper,
  packedRequest,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

let desk: PackingDesk;
let customer: TestPerson;
let support: TestPerson;
beforeAll(async () => {
  const app = await testApp();
  desk = await packingDesk(app);
  support = await aStaffMember(app, ["support"]);
  customer = await aShipper(desk);
  return () => app.close();
});

async function listed(kind: WorkItemKind, reader = desk.admin) {
  const { items, total } = await reader.api.admin.listWorkItems({ kind });
  expect(total).toBe(items.length);
  const { stages } = await reader.api.admin.readDashboard({});
  const counted = stages.find(({ stage }) => stage === kind);
  const oldestSince = items.map(({ since }) => since).toSorted()[0] ?? null;
  expect(counted).toEqual({ stage: kind, count: total, oldestSince, ownCount: 0 });
  return items;
}

test("a ship request stands in one stage at a time, named as its box, until it is handed over", async () => {
  const { packageId } = await receivedPackage(desk, customer);
  const { id } = await request(customer, packageId);
  const { memberCode } = await customer.api.inboundParcels.readAddress({});
  const [toPack] = await listed("to_pack");
  const { dueAt } = (await desk.packer.api.packing.listQueue({ warehouseId: desk.warehouseId }))
    .items[0] ?? { dueAt: "" };
  expect(toPack).toMatchObject({
    id,
    packageId,
    name: expect.stringMatching(/^SR\d{6}$/),
    email: customer.email,
    dueAt,
  });
  expect(toPack?.box).toMatchObject({
    reference: toPack?.name,
    memberCode: memberCode.replaceAll("-", ""),
  });
  expect(toPack?.waiting).toBeUndefined();

  const accepted = await acceptedRequest(desk, customer);
  expect(await listed("to_label")).toMatchObject([{ id: accepted.id }]);
  expect(await listed("to_hand_over")).toEqual([]);
  desk.app.clock.advance(60_000);
  await desk.packer.api.labels.makeLabel({
    shipRequestId: accepted.id,
    trackingNumber: typedNumber(),
  });
  expect(await listed("to_label")).toEqual([]);
  expect(await listed("to_hand_over")).toMatchObject([
    { id: accepted.id, since: desk.app.clock.now().toISOString() },
  ]);
  expect(await listed("to_pack")).toHaveLength(1);
  // The desk counts the same, whichever of its lists is read.
  const counts = { to_pack: 1, waiting: 0, packed: 1, extraServices: 0 };
  for (const [group, total] of [
    ["to_pack", 1],
    ["waiting", 0],
    ["packed", 1],
  ] as const) {
    const queue = { warehouseId: desk.warehouseId, group };
    expect(await desk.packer.api.packing.listQueue(queue)).toMatchObject({ total, counts });
  }
});

test("who waits for what and at least at what price is said, the price only to those who see money", async () => {
  const packed = await packedRequest(desk, customer);
  const totals = packed.quotes.map(({ totalCents }) => totalCents);
  const [waiting] = await listed("waiting_for_customers");
  expect(waiting).toMatchObject({
    id: packed.id,
    email: customer.email,
    waiting: { reason: "price", amountCents: Math.min(...totals) },
  });
  const [withoutMoney] = await listed("waiting_for_customers", support);
  expect(withoutMoney?.waiting).toEqual({ reason: "price", amountCents: null });
  expect(withoutMoney?.email).toBe(customer.email);

  desk.app.clock.advance(60_000);
  const poor = await aShipper(desk, "0");
  const { quotes, id } = await packedRequest(desk, poor);
  const dearest = quotes.at(-1);
  await poor.api.shipRequests.acceptQuote({ quoteId: dearest?.id ?? "" });
  const items = await listed("waiting_for_customers");
  expect(items.map((item) => item.id)).toEqual([packed.id, id]);
  expect(items[1]?.waiting).toEqual({ reason: "top_up", amountCents: dearest?.totalCents });
});

test("each role reads the stages of its work", async () => {
  const stagesOf = async (person: TestPerson) =>
    (await person.api.admin.readDashboard({})).stages.map(({ stage }) => stage);
  expect(await stagesOf(support)).toEqual([
    "to_pack",
    "to_label",
    "to_hand_over",
    "waiting_for_customers",
    "owner_unknown",
    "open_cases",
    "tracking_questions",
    "late",
  ]);
  expect(await stagesOf(desk.admin)).toHaveLength(8);
  expect(await stagesOf(await aStaffMember(desk.app, ["finance"]))).toEqual([]);
});
