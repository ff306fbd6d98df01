// Leads ship requests through their states for tests, as customers and packers do, through the API.
import { randomUUID } from "node:crypto";
import type { PackingRequest } from "#shipping/contract/packing.ts";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import type { Recipient } from "#catalogue/rules/recipient.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { aPackage } from "./packages.ts";
import { declareParcel, freshNumber } from "./inbound-parcels.ts";
import { aWarehouse, receiveScan } from "./receiving.ts";
import { declareGoods } from "./goods-items.ts";
import { acceptedServices } from "./seeded-services.ts";
import type { ApiClient, TestApp } from "./test-app.ts";
import { aCustomer, anAdmin, aStaffMember, type TestPerson } from "./users.ts";

type RequestInput = Parameters<ApiClient["shipRequests"]["requestShipping"]>[0];
type CloseInput = Parameters<ApiClient["packing"]["closeBox"]>[0];

/** Somebody in Malaysia, to which two of the first services go. */
export const recipient: Recipient = {
  name: "Aisha Tan",
  latinName: "",
  phone: "+60 12 345 6789",
  address: "12 Jalan Ampang",
  addressLine2: "",
  importerReference: "",
  city: "Kuala Lumpur",
  state: "",
  postalCode: "50450",
};

/** Who works at a desk, and where. */
export type PackingDesk = {
  readonly app: TestApp;
  readonly admin: TestPerson;
  readonly receiver: TestPerson;
  readonly packer: TestPerson;
  readonly warehouseId: string;
  readonly photo: File;
  /** Whether the photos of boxes are uploaded; they are rows alone otherwise. */
  readonly hasPhotoFiles?: boolean;
};

const pixel = Buffer.from("R0lGODlhAQABAIAAAP///wAAACwAAAAAAQABAAACAkQBADs=", "base64");

/** The smallest picture. */
export function aPicture(): File {
  return new File([Uint8Array.from(pixel)], "scale.gif", { type: "image/gif" });
}

/** Exchange rates of the day: 1.5 Singapore dollars and 1.1 US dollars for a euro. */
export async function setExchangeRates(app: TestApp): Promise<void> {
  const { source } = app.services.exchangeRates;
  const euro = { HKD: "8", SGD: "1.5", AUD: "1.6", GBP: "0.8", CAD: "1.5", CNY: "8", USD: "1.1" };
  const day = app.clock.now().toISOString().slice(0, 10);
  const rows = Object.entries(euro).map(([currency, rate]) => ({
    source,
    day,
    currency: currency as "USD",
    rate,
    fetchedAt: app.clock.now(),
  }));
  await app.database.kysely
    .insertInto("exchangeRates")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A warehouse with a receiver and a packer, and rates of the day. */
export async function packingDesk(app: TestApp): Promise<PackingDesk> {
  const admin = await anAdmin(app);
  const warehouseId = await aWarehouse(admin);
  await setExchangeRates(app);
  return {
    app,
    admin,
    warehouseId,
    receiver: await aStaffMember(app, ["receiver"]),
    packer: await aStaffMember(app, ["packer"]),
    photo: aPicture(),
  };
}

/** Adds a version of the surface service with half of its price for fuel, from a day (YYYY-MM-DD) on. */
export async function addFuelSurcharge(
  { admin }: Pick<PackingDesk, "admin">,
  validFrom: string,
): Promise<void> {
  const seeded = acceptedServices.find(({ code }) => code === "hk-post-surface");
  if (seeded === undefined) throw new Error("It is not seeded.");
  const { id: _id, code, version: expectedVersion, ...details } = seeded;
  const surcharges = [{ kind: "fuel_percent" as const, condition: {}, amount: 5000, validFrom }];
  await admin.api.shippingServices.addServiceVersion({
    code,
    expectedVersion,
    details: { ...details, surcharges, validFrom },
  });
}

/** Adds money to a wallet, in dollars. */
export async function addMoney(
  { admin }: Pick<PackingDesk, "admin">,
  { userId }: TestPerson,
  amount: string,
): Promise<void> {
  await admin.api.wallet.adjustWallet({
    userId,
    kind: "credit",
    amount,
    reason: "To begin with",
    idempotencyKey: randomUUID(),
  });
}

/** Lets a dispute take so many cents more than a wallet can spend. */
export async function loseDispute(
  { app }: Pick<PackingDesk, "app">,
  { api, userId }: TestPerson,
  moreCents: number,
): Promise<void> {
  const { balanceCents } = await api.wallet.readWallet({});
  const { kind } = await recordTransaction(app.database.kysely, {
    idempotencyKey: randomUUID(),
    userId,
    type: "dispute",
    amountCents: balanceCents + moreCents,
    at: app.clock.now(),
  });
  if (kind !== "applied") throw new Error("The dispute took nothing.");
}

/** A package to Malaysia with parcels of these weights that are here, and their numbers. */
export type ReceivedPackage = {
  readonly packageId: string;
  readonly numbers: readonly string[];
  readonly parcelIds: readonly string[];
};

/** A customer's package with parcels in the warehouse, and a complete recipient; what is in them is stated, unless `isDeclared` says otherwise. */
export async function receivedPackage(
  desk: Pick<PackingDesk, "app" | "receiver" | "warehouseId">,
  customer: TestPerson,
  weights: readonly number[] = [400, 300],
  measurements: Partial<Parameters<ApiClient["receiving"]["measureAgain"]>[0]["measurements"]> = {},
  isDeclared = true,
): Promise<ReceivedPackage> {
  const numbers = weights.map(() => freshNumber());
  const [trackingNumber = "", ...furtherTrackingNumbers] = numbers;
  const { id: packageId } = await aPackage(customer, {
    trackingNumber,
    furtherTrackingNumbers,
    origin: "Hong Kong",
    destination: "Malaysia",
    estimatedWeightGrams: undefined,
    recipient,
  });
  const parcelIds: string[] = [];
  for (const [index, weightGrams] of weights.entries()) {
    const { parcel } = await receiveScan(desk.app, desk.receiver, {
      warehouseId: desk.warehouseId,
      scan: numbers[index] ?? "",
      measurements: { weightGrams, sidesMm: [150, 100, 60], ...measurements },
    });
    parcelIds.push(parcel.id);
  }
  if (isDeclared) await declareGoods(desk.app, parcelIds);
  return { packageId, numbers, parcelIds };
}

/** A loose parcel of a customer that is here; returns its id. */
export async function shelvedParcel(
  desk: Pick<PackingDesk, "app" | "receiver" | "warehouseId">,
  customer: TestPerson,
  weightGrams = 300,
  warehouseId = desk.warehouseId,
): Promise<string> {
  const { trackingNumber } = await declareParcel(customer);
  const { parcel } = await receiveScan(desk.app, desk.receiver, {
    warehouseId,
    scan: trackingNumber ?? "",
    measurements: { weightGrams, sidesMm: [150, 100, 60] },
  });
  await declareGoods(desk.app, [parcel.id]);
  return parcel.id;
}

/** Requests shipping; the price is shown when it is packed, unless `input` says otherwise. */
export async function request(
  customer: TestPerson,
  packageId: string,
  input: Partial<RequestInput> = {},
): Promise<ShipRequest> {
  return await customer.api.shipRequests.requestShipping({
    packageId,
    paymentMode: "quote_first",
    idempotencyKey: randomUUID(),
    ...input,
  });
}

/** Scans parcels into the box of a request. */
export async function scanAll(
  { packer }: Pick<PackingDesk, "packer">,
  shipRequestId: string,
  numbers: readonly string[],
): Promise<void> {
  for (const scan of numbers) {
    await packer.api.packing.scanIntoBox({ shipRequestId, scan, idempotencyKey: randomUUID() });
  }
}

/** The photos of a box as rows without their files, where nothing reads them: a picture takes longer than all else. */
export async function insertPhotos(
  { app, packer }: Pick<PackingDesk, "app" | "packer">,
  shipRequestId: string,
): Promise<void> {
  const { kysely } = app.database;
  const kinds = ["open_box", "closed_on_scale"] as const;
  const photos = kinds.map((kind) => ({
    ownerKind: "ship_request" as const,
    ownerId: shipRequestId,
    kind,
    name: `packing-${kind}.jpg`,
    key: `stored/${randomUUID()}`,
    thumbnailKey: `stored/${randomUUID()}`,
    contentType: "image/jpeg",
    bytes: 1,
    sha256: Buffer.alloc(32),
    createdBy: packer.userId,
    createdAt: app.clock.now(),
  }));
  await kysely.insertInto("files").values(photos).execute();
}

/** Takes the photos without which a box cannot be closed. */
export async function photograph(desk: PackingDesk, shipRequestId: string): Promise<void> {
  const { packer, photo } = desk;
  if (desk.hasPhotoFiles !== true) {
    await insertPhotos(desk, shipRequestId);
    return;
  }
  for (const kind of ["open_box", "closed_on_scale"] as const) {
    await packer.api.packing.addPackingImage({
      shipRequestId,
      kind,
      file: photo,
      idempotencyKey: randomUUID(),
    });
  }
}

/** Closes the box of a request at 800 g in the packer's own box. */
export async function close(
  { packer }: PackingDesk,
  shipRequestId: string,
  input: Partial<CloseInput> = {},
): Promise<PackingRequest> {
  return await packer.api.packing.closeBox({
    shipRequestId,
    weightGrams: 800,
    sidesMm: [200, 150, 100],
    idempotencyKey: randomUUID(),
    ...input,
  });
}

/** Scans, photographs and closes. */
export async function pack(
  desk: PackingDesk,
  shipRequestId: string,
  numbers: readonly string[],
  input: Partial<CloseInput> = {},
): Promise<PackingRequest> {
  await scanAll(desk, shipRequestId, numbers);
  await photograph(desk, shipRequestId);
  return await close(desk, shipRequestId, input);
}

/** A request whose box is packed and waits for its customer to choose. */
export async function packedRequest(
  desk: PackingDesk,
  customer: TestPerson,
  input: Partial<RequestInput> = {},
): Promise<ShipRequest> {
  const { packageId, numbers } = await receivedPackage(desk, customer);
  const { id } = await request(customer, packageId, input);
  await pack(desk, id, numbers);
  return await customer.api.shipRequests.readShipRequest({ shipRequestId: id });
}

/** A request whose customer accepted the cheapest quote. */
export async function acceptedRequest(
  desk: PackingDesk,
  customer: TestPerson,
): Promise<ShipRequest> {
  const { quotes } = await packedRequest(desk, customer);
  return await customer.api.shipRequests.acceptQuote({ quoteId: quotes[0]?.id ?? "" });
}

/** A customer with a plan and so many dollars. */
export async function aShipper(desk: PackingDesk, amount = "500"): Promise<TestPerson> {
  const customer = await aCustomer(desk.app, { plan: "Super", packageQuota: 50 });
  if (amount !== "0") await addMoney(desk, customer, amount);
  return customer;
}
