import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  aPicture,
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  shelvedParcel,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";

let app: TestApp;
let desk: PackingDesk;

beforeAll(async () => {
  app = await testApp();
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

const hour = 3_600_000;

test("what is ordered is due after the promised hours, in the order of which it is worked off", async () => {
  const customer = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, customer);
  const codes = ["wooden_frame", "bubble_wrap", "priority_packing"];
  const { extraServices } = await request(customer, packageId, {
    extraServices: codes.map((code) => ({ code })),
  });
  const { items: offered } = await customer.api.extraServices.listExtraServices({});
  const promised = new Map(offered.map(({ code, promisedHours }) => [code, promisedHours]));
  expect(codes.map((code) => promised.get(code))).toEqual([72, 48, 12]);
  for (const { code, createdAt, dueAt } of extraServices) {
    const hours = (Date.parse(dueAt) - Date.parse(createdAt)) / hour;
    expect([code, hours]).toEqual([code, promised.get(code)]);
  }
  const { items } = await desk.packer.api.extraServices.listExtraServiceWork({ pageSize: 100 });
  const ordered = items.filter((order) => order.packageId === packageId);
  // Priority packing is no work of its own: it is the place in the queue.
  const worked = ordered.map(({ code }) => code).filter((code) => code !== "priority_packing");
  expect(worked).toEqual(["bubble_wrap", "wooden_frame"]);
});

test("another price or promise is for later orders, and a plan that includes it makes it free", async () => {
  const { admin } = desk;
  const customer = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, customer);
  const order = async (code = "stretch_film") =>
    await customer.api.extraServices.requestExtraService({
      packageId,
      code,
      idempotencyKey: randomUUID(),
    });
  const first = await order();
  const { items } = await admin.api.extraServices.listExtraServicePrices({});
  const stored = items.find(({ code }) => code === "stretch_film");
  if (stored === undefined) throw new Error("It is not sold.");
  const { version: expectedVersion, ...price } = stored;
  const changed = { ...price, priceCents: 90, promisedHours: 24 };
  await admin.api.extraServices.updateExtraService({ ...changed, expectedVersion });
  await expectApiError(
    admin.api.extraServices.updateExtraService({ ...price, expectedVersion }),
    "conflict",
  );
  const second = await order();
  const dueHours = ({ createdAt, dueAt }: typeof first) =>
    (Date.parse(dueAt) - Date.parse(createdAt)) / hour;
  expect([first.priceCents, dueHours(first)]).toEqual([60, 48]);
  expect([second.priceCents, dueHours(second)]).toEqual([90, 24]);
  const free = { ...changed, freePlans: ["Super" as const] };
  await admin.api.extraServices.updateExtraService({
    ...free,
    expectedVersion: expectedVersion + 1,
  });
  expect((await order()).priceCents).toBe(0);
  const { heldCents } = await customer.api.wallet.readWallet({});
  expect(heldCents).toBe(60 + 90);
});

test("a check of contents says of each goods item that was declared what was found", async () => {
  const { packer } = desk;
  const customer = await aShipper(desk);
  const inboundParcelId = await shelvedParcel(desk, customer);
  const teapots = { description: "Blue clay teapots", quantity: 2 };
  const socks = { description: "Cotton socks", quantity: 3 };
  await customer.api.goods.saveItems({ inboundParcelId, items: [teapots, socks] });
  const { id: extraServiceRequestId } = await customer.api.extraServices.requestExtraService({
    code: "contents_check",
    inboundParcelId,
    idempotencyKey: randomUUID(),
  });
  await packer.api.packing.addPackingImage({
    extraServiceRequestId,
    kind: "extra_service",
    file: aPicture(),
    idempotencyKey: randomUUID(),
  });
  const { items: open } = await packer.api.extraServices.listExtraServiceWork({ pageSize: 100 });
  const work = open.find(({ id }) => id === extraServiceRequestId);
  expect(work?.declaredItems).toMatchObject([teapots, socks]);
  const { finishExtraService } = packer.api.extraServices;
  const pots = { ...teapots, finding: "as_declared" as const };
  const others = { ...socks, finding: "differs" as const };
  // Other goods, fewer, and as many that were declared otherwise when they were looked at.
  for (const checked of [[pots], [], [others, pots], [{ ...pots, quantity: 1 }, others]])
    await expectApiError(
      finishExtraService({ extraServiceRequestId, checkedItems: checked }),
      "conflict",
    );
  await expectApiError(
    finishExtraService({ extraServiceRequestId, checkedItems: [pots, others] }),
    "photo_needed",
    "A photo of each line that is there is needed: 2, of which 1 was taken.",
  );
  const checkedItems = [pots, { ...socks, finding: "missing" as const }];
  const done = await finishExtraService({ extraServiceRequestId, checkedItems });
  expect(done).toMatchObject({ state: "done", checkedItems });
  // What was checked stays, whatever is declared afterwards.
  await customer.api.goods.saveItems({ inboundParcelId, items: [teapots] });
  const parcel = await customer.api.inboundParcels.readInboundParcel({ inboundParcelId });
  expect(parcel.extraServices).toMatchObject([{ code: "contents_check", checkedItems }]);
});
