import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import type { InboundParcel } from "#goods/contract/inbound-parcels.ts";
import { expectApiError } from "#test/api-errors.ts";
import { enterWarehouse } from "#test/enter-warehouse.ts";
import { declareParcel, freshNumber } from "#test/inbound-parcels.ts";
import { testApp, type TestApp } from "#test/test-app.ts";
import { aCustomer, type TestPerson } from "#test/users.ts";

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
  await enterWarehouse(app);
  return () => app.close();
});

const carrierOf = (parcel: InboundParcel | undefined) => [
  parcel?.carrierCode,
  parcel?.carrierConfidence,
];

const declare = ({ api }: TestPerson, carrierCode: string | null) =>
  api.inboundParcels.declareInboundParcels({
    items: [{ trackingNumber: freshNumber(), carrierCode }],
    packageId: null,
    idempotencyKey: randomUUID(),
  });

test("a chosen carrier is stored as given, and otherwise the one that the number says", async () => {
  const customer = await aCustomer(app);
  const chosen = await declare(customer, "dhl");
  expect(carrierOf(chosen.items[0])).toEqual(["dhl", "given"]);
  const recognized = await declare(customer, null);
  expect(carrierOf(recognized.items[0])).toEqual(["sf-express", "likely"]);
});

test("a choice can be changed and taken back, and stays when the number is corrected", async () => {
  const customer = await aCustomer(app);
  const { changeDeclaration } = customer.api.inboundParcels;
  const { id: inboundParcelId, trackingNumber } = await declareParcel(customer);
  const fields = { trackingNumber: trackingNumber ?? "", carrierCode: "dhl" };
  expect(carrierOf(await changeDeclaration({ inboundParcelId, fields }))).toEqual(["dhl", "given"]);
  const corrected = { ...fields, trackingNumber: freshNumber() };
  expect(carrierOf(await changeDeclaration({ inboundParcelId, fields: corrected }))).toEqual([
    "dhl",
    "given",
  ]);
  const takenBack = { ...corrected, carrierCode: null };
  expect(carrierOf(await changeDeclaration({ inboundParcelId, fields: takenBack }))).toEqual([
    "sf-express",
    "likely",
  ]);
});

test("a carrier that does not exist is refused, and nothing is declared", async () => {
  const customer = await aCustomer(app);
  await expectApiError(declare(customer, "pigeon"), "carrier_not_found");
  const { total } = await customer.api.inboundParcels.listInboundParcels({});
  expect(total).toBe(0);
});
