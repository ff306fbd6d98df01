// What is refunded and held again when a package is taken back, to the cent and the millisecond.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { takeBackMilliseconds } from "#shipping/rules/manifest.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import {
  acceptedCents,
  acceptedTotalCents,
  insertAcceptedRequests,
} from "#test/accepted-requests.ts";
import { addWarehouse } from "#test/enter-warehouse-as.ts";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { pdfPages, textsOf } from "#test/labels.ts";
import { aClosedManifest, handOver, labelAll } from "#test/manifests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, aStaffMember, type TestPerson } from "#test/users.ts";

let app: TestApp;
let packer: TestPerson;
let warehouseId: string;
beforeAll(async () => {
  app = await testApp();
  const manager = await aStaffMember(app, ["manager"]);
  packer = await aStaffMember(app, ["packer"]);
  warehouseId = await addWarehouse(manager.api, { code: "HK1" });
  app.clock.set("2026-06-10T04:00:00Z");
  return async () => {
    await requireSoundLedger(app.database.kysely);
    await app.close();
  };
});

const reason = "The driver left it";

/** A package that has left, of a customer who has so many cents besides. */
async function handedOver(spareCents: number) {
  const customer = await aCustomer(app, { plan: "Premium" });
  const requests = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    spareCents,
    at: app.clock.now(),
  });
  const numbers = await labelAll(packer, requests);
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
  await handOver(packer, manifestId);
  await app.runJobs();
  const { items } = await packer.api.manifests.readManifest({ manifestId });
  return { customer, shipRequestId: requests[0]?.id ?? "", item: items[0] };
}

const takeBack = (manifestPackageId: string | undefined) =>
  packer.api.manifests.takeBackPackage({ manifestPackageId: manifestPackageId ?? "", reason });

const walletOf = async ({ api }: TestPerson) => {
  const { balanceCents, heldCents } = await api.wallet.readWallet({});
  return { balanceCents, heldCents };
};

test("G46: a wallet of exactly nothing is refunded and held again", async () => {
  const { customer, item } = await handedOver(0);
  expect(await walletOf(customer)).toEqual({ balanceCents: 0, heldCents: 0 });
  await takeBack(item?.id);
  expect(await walletOf(customer)).toEqual({ balanceCents: 0, heldCents: acceptedTotalCents });
});

test("G46: what of a charge was given back before is neither refunded nor held again", async () => {
  const { customer, shipRequestId, item } = await handedOver(0);
  const { kysely } = app.database;
  const charges = await kysely
    .selectFrom("holds")
    .select(["transactionId", "type", "amountCents"])
    .where("shipRequestId", "=", shipRequestId)
    .where("type", "in", ["shipping_fee", "storage_fee"])
    .execute();
  // A part of the freight, and the whole storage.
  const given = { shipping_fee: 401, storage_fee: acceptedCents.storage } as const;
  for (const { transactionId, type } of charges) {
    if (type !== "shipping_fee" && type !== "storage_fee") continue;
    await recordTransaction(kysely, {
      idempotencyKey: `refund:${randomUUID()}`,
      userId: customer.userId,
      type: "refund",
      amountCents: given[type],
      metadata: { refunds: transactionId, reason: "Goodwill" },
      at: app.clock.now(),
      ...(type === "storage_fee" && { against: "storage" }),
    });
  }
  const back = given.shipping_fee + given.storage_fee;
  expect(await walletOf(customer)).toEqual({ balanceCents: back, heldCents: 0 });
  await takeBack(item?.id);
  expect(await walletOf(customer)).toEqual({
    balanceCents: back,
    heldCents: acceptedTotalCents - back,
  });
  const held = await kysely
    .selectFrom("holds")
    .select(["type", "amountCents"])
    .where("shipRequestId", "=", shipRequestId)
    .where("state", "=", "held")
    .execute();
  expect(held.map(({ type, amountCents }) => `${type} ${amountCents}`).toSorted()).toEqual([
    `service_fee ${acceptedCents.extra}`,
    `service_fee ${acceptedCents.box}`,
    `shipping_fee ${acceptedCents.freight - given.shipping_fee}`,
  ]);
});

test("a package that was taken back counts on its manifest no more, also in what is printed", async () => {
  const customer = await aCustomer(app, { plan: "Premium" });
  const requests = await insertAcceptedRequests(app.database.kysely, {
    userIds: [customer.userId],
    warehouseId,
    packagesPerCustomer: 2,
    at: app.clock.now(),
  });
  const numbers = await labelAll(packer, requests);
  const { id: manifestId } = await aClosedManifest(packer, warehouseId, numbers);
  await handOver(packer, manifestId);
  await app.runJobs();
  const read = () => packer.api.manifests.readManifest({ manifestId });
  const before = await read();
  const [taken, stays] = before.items;
  expect([before.packagesCount, before.totalGrams]).toEqual([
    2,
    (taken?.weightGrams ?? 0) + (stays?.weightGrams ?? 0),
  ]);
  await takeBack(taken?.id);
  const after = await read();
  expect([after.packagesCount, after.totalGrams]).toEqual([1, stays?.weightGrams]);
  expect(after.items).toHaveLength(2);
  const { items } = await packer.api.manifests.listManifests({});
  expect(items.find(({ id }) => id === manifestId)?.packagesCount).toBe(1);
  const reader = { timeZone: "UTC", locale: "en-US" };
  const printed = await packer.api.manifests.printManifest({ manifestId, ...reader });
  const pages = pdfPages(Buffer.from(await printed.arrayBuffer()));
  expect(pages.flatMap((page) => textsOf(page))).toContainEqual(
    expect.stringMatching(/^Total: 1 package, 2\.35 kg/),
  );
});

test("is possible until the last millisecond of two hours", async () => {
  const { item } = await handedOver(0);
  const late = await handedOver(0);
  app.clock.advance(takeBackMilliseconds - 1);
  await takeBack(item?.id);
  app.clock.advance(1);
  await expectApiError(takeBack(late.item?.id), "take_back_over");
});
