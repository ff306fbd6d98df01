import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { expectApiError } from "#test/api-errors.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { aShipper, packingDesk, receivedPackage, type PackingDesk } from "#test/ship-requests.ts";
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

type Order = Parameters<TestPerson["api"]["extraServices"]["requestExtraService"]>[0];

function order({ api }: TestPerson, input: Omit<Order, "idempotencyKey">) {
  return api.extraServices.requestExtraService({ ...input, idempotencyKey: randomUUID() });
}

const impossible = "extra_service_not_possible";

test("a withdrawn service is not ordered, with a request or alone, and nothing is held for it", async () => {
  const customer = await aShipper(desk);
  const { packageId } = await receivedPackage(desk, customer, [500]);
  const { items } = await desk.admin.api.extraServices.listExtraServicePrices({});
  const stored = items.find(({ code }) => code === "stretch_film");
  if (stored === undefined) throw new Error("It is not sold.");
  const { version: expectedVersion, ...price } = stored;
  const { updateExtraService } = desk.admin.api.extraServices;
  await updateExtraService({ ...price, expectedVersion, isActive: false });
  const { code } = stored;
  await expectApiError(order(customer, { code, packageId }), impossible);
  await expectApiError(
    customer.api.shipRequests.requestShipping({
      packageId,
      paymentMode: "quote_first",
      extraServices: [{ code }],
      idempotencyKey: randomUUID(),
    }),
    impossible,
  );
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ heldCents: 0 });
  await updateExtraService({ ...price, expectedVersion: expectedVersion + 1, isActive: true });
  expect(await order(customer, { code, packageId })).toMatchObject({ state: "ordered" });
});

test("a service is ordered for what it is counted by, and for what is here", async () => {
  const customer = await aShipper(desk);
  const { packageId, parcelIds } = await receivedPackage(desk, customer, [500]);
  const [inboundParcelId = ""] = parcelIds;
  for (const input of [
    { code: "stretch_film", inboundParcelId },
    { code: "contents_check", packageId },
    { code: "stretch_film", packageId, quantity: 2 },
    { code: "contents_check", inboundParcelId, quantity: 2 },
    // Without a request nothing is packed first, and no box is on the shelf.
    { code: "priority_packing", packageId },
    { code: "unpack", packageId },
  ]) {
    await expectApiError(order(customer, input), impossible);
  }
  await expectApiError(order(customer, { code: "gift_wrapping", packageId }), "not_found");
  expect(await customer.api.wallet.readWallet({})).toMatchObject({ heldCents: 0 });
  const photos = await order(customer, { code: "detail_photo", inboundParcelId, quantity: 3 });
  const { heldCents } = await customer.api.wallet.readWallet({});
  expect([photos.quantity, heldCents]).toEqual([3, photos.priceCents]);
});

test("the whole balance can be spent on a service, and no cent more", async () => {
  const [enough, short] = [await aShipper(desk, "0.60"), await aShipper(desk, "0.59")];
  for (const customer of [enough, short]) {
    const { packageId } = await receivedPackage(desk, customer, [500]);
    const ordering = order(customer, { code: "stretch_film", packageId });
    if (customer === short) await expectApiError(ordering, "insufficient_balance");
    else await ordering;
  }
  expect(await enough.api.wallet.readWallet({})).toMatchObject({ balanceCents: 0, heldCents: 60 });
  expect(await short.api.wallet.readWallet({})).toMatchObject({ balanceCents: 59, heldCents: 0 });
});
