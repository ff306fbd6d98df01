// Accepted gifts that turn out to be bought get no label, wherever it is asked for, and their customers are asked.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { aCarrierLabel } from "#test/carrier-labels.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { typedNumber } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packingDesk,
  receivedPackage,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { aStaffMember } from "#test/users.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";

let app: TestApp;
let desk: PackingDesk;
beforeAll(async () => {
  app = await testApp();
  app.clock.set("2026-06-10T04:00:00Z");
  desk = await packingDesk(app);
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await requireSoundShipRequests(app.database.kysely);
    await app.close();
  };
});

/** A packed gift that was accepted by itself; `buy` makes it one that was bought, as one that nobody has judged since. */
async function anAcceptedGift() {
  const mei = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
  const { id } = await request(mei, packageId, {
    paymentMode: "automatic_up_to_cap",
    serviceCode: "hk-post-surface",
    capCents: 4000,
    category: "gift",
    categoryText: "Aunt Mei",
  });
  await pack(desk, id, numbers);
  const read = async () => await mei.api.shipRequests.readShipRequest({ shipRequestId: id });
  expect((await read()).state).toBe("accepted");
  const { kysely } = app.database;
  const { number } = await kysely
    .selectFrom("shipRequests")
    .select("number")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const buy = async () => {
    await kysely
      .updateTable("inboundParcels")
      .set({ shop: "Taobao" })
      .where("id", "=", parcelIds[0] ?? "")
      .execute();
  };
  return { mei, id, read, buy, reference: shipRequestReference(number) };
}

const sentence =
  "It is sent as a gift, but one of its parcels was ordered in a shop. Its customer was asked to correct that.";

const filesOfLabels = async () =>
  await app.database.kysely
    .selectFrom("files")
    .where("ownerKind", "=", "label")
    .selectAll()
    .execute();

test("a carrier's numbers name the gift as what it is, and no row makes a label", async () => {
  const [bought, other] = [await anAcceptedGift(), await anAcceptedGift()];
  await bought.buy();
  const rows = [other, bought].map(({ reference }) => `${reference},${typedNumber()}`);
  const csv = ["reference,tracking_number", ...rows].join("\n");
  const { importLabelNumbers } = desk.packer.api.labels;
  expect(await importLabelNumbers({ csv })).toEqual({
    labelsCount: 0,
    errors: [{ line: 3, kind: "declaration", value: bought.reference }],
  });
  expect((await bought.read()).state).toBe("accepted");
  expect((await other.read()).state).toBe("accepted");
});

test("a carrier's own label is refused, and the customer is asked", async () => {
  const gift = await anAcceptedGift();
  await gift.buy();
  const attaching = desk.packer.api.labels.attachLabel({
    shipRequestId: gift.id,
    trackingNumber: typedNumber(),
    file: await aCarrierLabel(),
  });
  await expect(attaching).rejects.toMatchObject({
    code: "label_not_due",
    message: sentence,
    data: { stop: "declaration" },
  });
  expect(await gift.read()).toMatchObject({
    state: "waiting_for_customer",
    waitingReason: "declaration",
  });
});

test("so it is where the gift is known to be bought only once the label is stored, and nothing of that stays", async () => {
  const gift = await anAcceptedGift();
  const { files } = app.services;
  const put = files.put.bind(files);
  const stored: string[] = [];
  vi.spyOn(files, "put").mockImplementation(async (key, ...rest) => {
    await gift.buy();
    stored.push(key);
    await put(key, ...rest);
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const attaching = desk.packer.api.labels.attachLabel({
    shipRequestId: gift.id,
    trackingNumber: typedNumber(),
    file: await aCarrierLabel(),
  });
  await expect(attaching).rejects.toMatchObject({ code: "label_not_due", message: sentence });
  expect(await gift.read()).toMatchObject({
    state: "waiting_for_customer",
    waitingReason: "declaration",
  });
  expect(stored).toHaveLength(1);
  expect(await files.get(stored[0] ?? "")).toBeNull();
  expect(await filesOfLabels()).toEqual([]);
});

test("labels of all packages leave it out and name it", async () => {
  const gift = await anAcceptedGift();
  await gift.buy();
  const manager = await aStaffMember(app, ["manager"]);
  await manager.api.numberRanges.createNumberRange({
    ...postalRange,
    serviceCode: "hk-post-surface",
  });
  const { makeLabels } = desk.packer.api.labels;
  const { labelIds, left } = await makeLabels({ idempotencyKey: randomUUID() });
  expect(left).toContainEqual({ reference: gift.reference, obstacle: "declaration" });
  expect(labelIds).toHaveLength(1);
  expect(await gift.read()).toMatchObject({
    state: "waiting_for_customer",
    waitingReason: "declaration",
  });
});
