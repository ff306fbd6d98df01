// A packed box that was put back on the shelf: it goes as it is, or is unpacked first.
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";
import { remindWaitingRequests } from "./remind-waiting-requests.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

type Shelved = {
  readonly customer: TestPerson;
  readonly packageId: string;
  /** In the box, and received since it was packed. */
  readonly inBox: readonly string[];
  readonly others: readonly string[];
};

/** A box of two parcels on the shelf, and parcels that joined its package since. */
async function shelvedBox({ others = 1 } = {}): Promise<Shelved> {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer);
  const { id } = await request(customer, packageId);
  await pack(desk, id, numbers);
  await sql`
    update ship_requests set waiting_since = waiting_since - interval '8 days' where id = ${id}
  `.execute(app.database.kysely);
  await remindWaitingRequests(app.services);
  const joined: string[] = [];
  for (let count = 0; count < others; count += 1) {
    const other = await receivedPackage(desk, customer, [300]);
    joined.push(...other.parcelIds);
    await customer.api.inboundParcels.moveInboundParcels({
      inboundParcelIds: [...other.parcelIds],
      packageId,
    });
  }
  return { customer, packageId, inBox: parcelIds, others: joined };
}

async function statesOf({ packageId }: Shelved) {
  const rows = await app.database.kysely
    .selectFrom("inboundParcels")
    .select(["id", "state"])
    .where("packageId", "=", packageId)
    .execute();
  return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
}

const packed = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, "packed"]));
const received = (ids: readonly string[]) => Object.fromEntries(ids.map((id) => [id, "received"]));

async function orderUnpacking({ customer, packageId }: Shelved, idempotencyKey = randomUUID()) {
  return await customer.api.extraServices.requestExtraService({
    code: "unpack",
    packageId,
    idempotencyKey,
  });
}

const read = ({ customer, packageId }: Shelved) =>
  customer.api.shipRequests.readShelvedBox({ packageId });

const asItIs =
  "The packed box on the shelf goes as it is. Send exactly what is in it, or have it unpacked first.";

test("G52: a choice that is not exactly the box is refused, and changes nothing", async () => {
  const box = await shelvedBox({ others: 2 });
  const { customer, packageId, inBox, others } = box;
  const [first = ""] = inBox;
  const before = await customer.api.wallet.readWallet({});
  for (const inboundParcelIds of [
    [...others],
    others.slice(0, 1),
    [...inBox, ...others],
    [first],
    [first, ...others],
    [...inBox, randomUUID()],
    null,
  ]) {
    await expectApiError(
      request(customer, packageId, { inboundParcelIds }),
      "box_goes_as_it_is",
      asItIs,
    );
  }
  expect(await statesOf(box)).toEqual({ ...packed(inBox), ...received(others) });
  expect(await customer.api.wallet.readWallet({})).toEqual(before);
  const { items } = await customer.api.shipRequests.listShipRequests({ packageId });
  expect(items.map(({ state }) => state)).toEqual(["shelved"]);
});

test("G52: it stays in its package, which takes what is in another", async () => {
  const box = await shelvedBox();
  const { customer, packageId, inBox, others } = box;
  const other = await receivedPackage(desk, customer, [300]);
  const { mergePackages } = customer.api.packages;
  const away = { packageId: other.packageId, fromPackageId: packageId };
  await expectApiError(mergePackages(away), "box_goes_as_it_is", asItIs);
  expect(await statesOf(box)).toEqual({ ...packed(inBox), ...received(others) });
  await mergePackages({ packageId, fromPackageId: other.packageId });
  expect(await statesOf(box)).toEqual({
    ...packed(inBox),
    ...received([...others, ...other.parcelIds]),
  });
});

test("G52: chosen exactly, it is sent and charged as it is, and its history says what left the package", async () => {
  const box = await shelvedBox();
  const { customer, packageId, inBox, others } = box;
  await declareParcel(customer, { trackingNumber: freshNumber(), packageId });
  const shelved = await read(box);
  expect(shelved).toMatchObject({ box: { weightGrams: 800 }, unpacking: null });
  expect(shelved.inboundParcelIds.toSorted()).toEqual(inBox.toSorted());
  const again = await request(customer, packageId, { inboundParcelIds: inBox.toReversed() });
  expect(again).toMatchObject({ waitingReason: "price", parcelsCount: 2 });
  expect(again.events).toContainEqual(
    expect.objectContaining({ kind: "parcels_taken_out", parcelsCount: 2, actor: "customer" }),
  );
  expect(await statesOf(box)).toEqual(packed(inBox));
  const { items: loose } = await customer.api.inboundParcels.listInboundParcels({ pageSize: 100 });
  const other = loose.find(({ id }) => id === others[0]);
  expect(other).toMatchObject({ packageId: null, state: "received" });
  expect((await read(box)).box).toBeNull();
  const before = await customer.api.wallet.readWallet({});
  const [quote] = again.quotes;
  await customer.api.shipRequests.acceptQuote({ quoteId: quote?.id ?? "" });
  const number = typedNumber();
  const { packer, warehouseId } = desk;
  await packer.api.labels.makeLabel({ shipRequestId: again.id, trackingNumber: number });
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, [number]);
  await handOver(packer, manifestId);
  await app.runJobs();
  expect(await statesOf(box)).toEqual(Object.fromEntries(inBox.map((id) => [id, "departed"])));
  expect(await customer.api.wallet.readWallet({})).toMatchObject({
    balanceCents: before.balanceCents - (quote?.totalCents ?? 0),
    heldCents: 0,
  });
});

test("a box that is closed says in its history what left the package too", async () => {
  const customer = await aShipper(desk);
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, customer);
  const { id } = await request(customer, packageId, { inboundParcelIds: parcelIds.slice(0, 1) });
  await pack(desk, id, numbers.slice(0, 1), { weightGrams: 400 });
  const { events } = await customer.api.shipRequests.readShipRequest({ shipRequestId: id });
  expect(events).toContainEqual(
    expect.objectContaining({ kind: "parcels_taken_out", parcelsCount: 1, actor: "staff" }),
  );
});

test("it is unpacked once for its price, and then parcels are chosen freely", async () => {
  const box = await shelvedBox();
  const { customer, packageId, inBox, others } = box;
  const before = await customer.api.wallet.readWallet({});
  const ordered = await orderUnpacking(box);
  expect(ordered).toMatchObject({ state: "ordered", priceCents: 150 });
  await expectApiError(orderUnpacking(box), "extra_service_not_possible");
  expect(await customer.api.wallet.readWallet({})).toMatchObject({
    balanceCents: before.balanceCents - 150,
    heldCents: 150,
  });
  expect(await read(box)).toMatchObject({
    box: { weightGrams: 800 },
    unpacking: { id: ordered.id, state: "ordered" },
  });
  await expectApiError(
    request(customer, packageId, { inboundParcelIds: [...inBox] }),
    "box_being_unpacked",
    "This box is being unpacked. Cancel the unpacking to send it as it is.",
  );
  await desk.packer.api.extraServices.finishExtraService({ extraServiceRequestId: ordered.id });
  expect(await statesOf(box)).toEqual(received([...inBox, ...others]));
  expect(await read(box)).toMatchObject({
    box: null,
    inboundParcelIds: [],
    unpacking: { id: ordered.id, state: "done" },
  });
  expect(await customer.api.wallet.readWallet({})).toMatchObject({
    balanceCents: before.balanceCents - 150,
    heldCents: 0,
  });
  const again = await request(customer, packageId, { inboundParcelIds: [...others] });
  expect(again).toMatchObject({ state: "requested", parcelsCount: 1 });
  expect(await statesOf(box)).toEqual(received([...inBox, ...others]));
  expect((await read(box)).unpacking).toBeNull();
});

test("while nobody has unpacked it, its customer cancels that, pays nothing and sends it as it is", async () => {
  const box = await shelvedBox();
  const { customer, packageId, inBox } = box;
  const before = await customer.api.wallet.readWallet({});
  const { id: extraServiceRequestId } = await orderUnpacking(box);
  await customer.api.extraServices.cancelExtraService({ extraServiceRequestId });
  expect(await customer.api.wallet.readWallet({})).toEqual(before);
  expect(await read(box)).toMatchObject({ unpacking: { state: "cancelled" } });
  expect(await request(customer, packageId, { inboundParcelIds: [...inBox] })).toMatchObject({
    waitingReason: "price",
  });
});

test("requesting and unpacking it at once ends in one of the two orders", async () => {
  for (let round = 0; round < 3; round += 1) {
    const box = await shelvedBox({ others: 0 });
    const { customer, packageId, inBox } = box;
    const [requested, ordered] = await Promise.allSettled([
      request(customer, packageId, { inboundParcelIds: [...inBox] }),
      orderUnpacking(box),
    ]);
    expect([requested.status, ordered.status].toSorted()).toEqual(["fulfilled", "rejected"]);
    const { heldCents } = await customer.api.wallet.readWallet({});
    expect(heldCents).toBe(ordered.status === "fulfilled" ? 150 : 0);
    expect(await statesOf(box)).toEqual(packed(inBox));
  }
});

test("nobody else reads it", async () => {
  const { packageId } = await shelvedBox({ others: 0 });
  const stranger = await aShipper(desk);
  await expectApiError(stranger.api.shipRequests.readShelvedBox({ packageId }), "not_found");
});
