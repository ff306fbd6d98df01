// Nobody signs goods that they were not shown, whichever way they say yes.
import { beforeAll, expect, test } from "vitest";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import { expectApiError } from "#test/api-errors.ts";
import { declaredGoods } from "#test/goods-items.ts";
import { requireSoundLedger } from "#test/ledger-faults.ts";
import { requireSoundShipRequests } from "#test/ship-request-faults.ts";
import {
  aShipper,
  pack,
  packedRequest,
  packingDesk,
  receivedPackage,
  recipient,
  request,
  type PackingDesk,
} from "#test/ship-requests.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

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

const cap = {
  paymentMode: "automatic_up_to_cap",
  serviceCode: "hk-post-surface",
  capCents: 4000,
} as const;

const read = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readShipRequest({ shipRequestId });
const declaration = ({ api }: TestPerson, { id: shipRequestId }: Pick<ShipRequest, "id">) =>
  api.shipRequests.readDeclaration({ shipRequestId });
const correct = (inboundParcelId: string | undefined) => {
  const { originCode, hsCode, netGrams } = declaredGoods;
  const fields = { description: "Clay teapots", originCode, hsCode, netGrams };
  return desk.packer.api.goods.correctItems({
    inboundParcelId: inboundParcelId ?? "",
    corrections: [{ index: 0, ...fields }],
    reason: "It is of clay",
  });
};
const state = ({ api }: TestPerson, inboundParcelId: string | undefined, change: object) => {
  const { hsCodeSource: _source, ...goods } = declaredGoods;
  const items = [{ ...goods, ...change }];
  return api.goods.saveItems({ inboundParcelId: inboundParcelId ?? "", items });
};
/** Accepts the price of the service that the cap is for. */
const acceptWanted = async (
  customer: TestPerson,
  made: ShipRequest,
  declaredHash: string,
): Promise<void> => {
  const { quotes } = await read(customer, made);
  const wanted = quotes.find(
    ({ ended, service }) => ended === null && service.code === cap.serviceCode,
  );
  const { shipRequests } = customer.api;
  await shipRequests.acceptQuote({ quoteId: wanted?.id ?? "", declaredHash });
};
const firstParcel = ({ parcels }: ShipRequest) => parcels[0]?.inboundParcelId;

test("a price is not accepted for goods that staff corrected since they were shown", async () => {
  const mei = await aShipper(desk);
  const packed = await packedRequest(desk, mei);
  const quoteId = packed.quotes[0]?.id ?? "";
  const shown = await declaration(mei, packed);
  await correct(firstParcel(packed));
  expect((await read(mei, packed)).waitingReason).toBe("price");
  const { declaredHash } = await declaration(mei, packed);
  const stale = mei.api.shipRequests.acceptQuote({ quoteId, declaredHash: shown.declaredHash });
  await expectApiError(stale, "conflict");
  expect(await read(mei, packed)).toMatchObject({ state: "waiting_for_customer", heldCents: 0 });
  const accepted = await mei.api.shipRequests.acceptQuote({ quoteId, declaredHash });
  expect(accepted.state).toBe("accepted");
  // A repeat whose answer was lost.
  const again = await mei.api.shipRequests.acceptQuote({ quoteId, declaredHash });
  expect(again.version).toBe(accepted.version);
});

test("a cap that is set after staff corrected the goods accepts nothing without a yes to them", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId);
  await correct(firstParcel(made));
  const { version: expectedVersion } = await read(mei, made);
  await mei.api.shipRequests.changePaymentMode({
    shipRequestId: made.id,
    expectedVersion,
    ...cap,
  });
  await pack(desk, made.id, numbers);
  expect(await read(mei, made)).toMatchObject({
    waitingReason: "declaration",
    heldCents: cap.capCents,
    signedAt: null,
  });
  const { declaredHash, isToConfirm, approved, parcels } = await declaration(mei, made);
  expect(isToConfirm).toBe(true);
  expect(approved).toEqual({ serviceCode: cap.serviceCode, amountCents: cap.capCents });
  expect(parcels.some(({ correctedItems }) => correctedItems.length > 0)).toBe(true);
  const { shipRequests } = mei.api;
  await shipRequests.confirmDeclaration({ shipRequestId: made.id, declaredHash });
  expect((await read(mei, made)).state).toBe("accepted");
});

test("a request with a cap does not sign what staff corrected on the shelf", async () => {
  const mei = await aShipper(desk);
  const { packageId, parcelIds, numbers } = await receivedPackage(desk, mei);
  await correct(parcelIds[0]);
  const made = await request(mei, packageId, cap);
  expect(made.heldCents).toBe(cap.capCents);
  await pack(desk, made.id, numbers);
  expect(await read(mei, made)).toMatchObject({ waitingReason: "declaration", signedAt: null });
});

test("with a cap, who changes what they accepted says yes to the price themselves, however often they change it", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId, cap);
  await pack(desk, made.id, numbers);
  expect((await read(mei, made)).state).toBe("accepted");
  const said = [
    [{ quantity: 2 }, "price"],
    [{ quantity: 3 }, "price"],
    [{ quantity: 3, unitValueMinor: null, currency: null }, "declaration"],
    [{ quantity: 4 }, "price"],
  ] as const;
  for (const [change, waitingReason] of said) {
    await state(mei, firstParcel(made), change);
    expect(await read(mei, made)).toMatchObject({ waitingReason, signedAt: null });
  }
  const { declaredHash, approved } = await declaration(mei, made);
  expect(approved).toBeNull();
  await acceptWanted(mei, made, declaredHash);
  expect((await read(mei, made)).state).toBe("accepted");
});

test("with a cap, who changes the address of what they accepted says yes to the price themselves", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId, cap);
  await pack(desk, made.id, numbers);
  expect((await read(mei, made)).state).toBe("accepted");
  for (const address of ["9 Other Road", "10 Other Road"]) {
    const elsewhere = { ...recipient, address };
    await mei.api.packages.updateRecipient({ packageId, recipient: elsewhere });
    expect(await read(mei, made)).toMatchObject({ waitingReason: "price", signedAt: null });
  }
  await state(mei, firstParcel(made), { quantity: 2 });
  expect(await read(mei, made)).toMatchObject({ waitingReason: "price", signedAt: null });
  const { declaredHash } = await declaration(mei, made);
  await acceptWanted(mei, made, declaredHash);
  expect((await read(mei, made)).state).toBe("accepted");
});

test("the goods that staff corrected are not signed by the cap where their customer states others in their place", async () => {
  const mei = await aShipper(desk);
  const { packageId, numbers } = await receivedPackage(desk, mei);
  const made = await request(mei, packageId, cap);
  await pack(desk, made.id, numbers);
  await correct(firstParcel(made));
  expect(await read(mei, made)).toMatchObject({ waitingReason: "declaration" });
  await state(mei, firstParcel(made), { quantity: 2 });
  expect(await read(mei, made)).toMatchObject({ waitingReason: "price", signedAt: null });
});
