// What is held for ship requests and extra services, beside holds that staff make by hand.
import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import {
  acceptedRequest,
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

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

const byRequest = "This hold belongs to a ship request and ends with it.";

async function holdsOf({ userId }: TestPerson) {
  const rows = await app.database.kysely
    .selectFrom("holds")
    .select(["id", "type", "state", "amountCents", "settledCents"])
    .where("userId", "=", userId)
    .orderBy("heldAt")
    .orderBy("id")
    .execute();
  return rows.map(({ amountCents, settledCents, ...row }) => ({
    ...row,
    amountCents: Number(amountCents),
    settledCents: settledCents === null ? null : Number(settledCents),
  }));
}

/** An extra service of a package that nobody has requested to be sent. */
async function looseOrder(customer: TestPerson): Promise<string> {
  const { packageId } = await receivedPackage(desk, customer, [500]);
  const order = { code: "stretch_film", packageId, idempotencyKey: randomUUID() };
  return (await customer.api.extraServices.requestExtraService(order)).id;
}

test("G41: no hold of a ship request or extra service is settled or released by hand", async () => {
  const customer = await aShipper(desk);
  await acceptedRequest(desk, customer);
  await looseOrder(customer);
  const before = await holdsOf(customer);
  expect(before.map(({ type, state }) => `${type} ${state}`).toSorted()).toEqual([
    "service_fee held",
    "shipping_fee held",
  ]);
  const { settleHold, releaseHold } = desk.admin.api.wallet;
  for (const { id: holdId } of before) {
    await expectApiError(settleHold({ holdId, amount: "1" }), "conflict", byRequest);
    await expectApiError(releaseHold({ holdId, reason: "By mistake" }), "conflict", byRequest);
  }
  expect(await holdsOf(customer)).toEqual(before);
});

test("a hold that is settled is settled at its amount: with its request, or when a loose order is done", async () => {
  const customer = await aShipper(desk, "100");
  const { packageId, numbers } = await receivedPackage(desk, customer, [500]);
  const { id: shipRequestId, extraServices } = await request(customer, packageId, {
    extraServices: [{ code: "stretch_film" }],
  });
  await scanAll(desk, shipRequestId, numbers);
  const { finishExtraService } = desk.packer.api.extraServices;
  await finishExtraService({ extraServiceRequestId: extraServices[0]?.id ?? "" });
  const settled = { type: "service_fee", state: "settled", amountCents: 60, settledCents: 60 };
  expect(await holdsOf(customer)).toMatchObject([{ state: "held", settledCents: null }]);
  await customer.api.shipRequests.cancelShipRequest({ shipRequestId });
  expect(await holdsOf(customer)).toMatchObject([settled]);
  await finishExtraService({ extraServiceRequestId: await looseOrder(customer) });
  expect(await holdsOf(customer)).toMatchObject([settled, settled]);
  const { items } = await customer.api.wallet.listTransactions({});
  expect(items.map(({ type, amountCents, status }) => [type, amountCents, status])).toEqual([
    ["service_fee", 60, "completed"],
    ["service_fee", 60, "completed"],
    ["admin_credit", 10_000, "completed"],
  ]);
  expect(await customer.api.wallet.readWallet({})).toMatchObject({
    balanceCents: 10_000 - 120,
    heldCents: 0,
  });
});

test("by hand the whole balance can be held, and nothing more", async () => {
  const customer = await aShipper(desk, "20");
  const { userId } = customer;
  const hold = (amount: string) =>
    desk.admin.api.wallet.holdShippingFee({
      userId,
      amount,
      reason: "Quote",
      idempotencyKey: randomUUID(),
    });
  expect(await hold("20")).toMatchObject({ balanceCents: 0 });
  await expectApiError(hold("0.01"), "insufficient_balance");
});
