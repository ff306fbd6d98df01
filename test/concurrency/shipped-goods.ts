import { randomUUID } from "node:crypto";
import type { ShipRequest } from "#shipping/contract/ship-requests.ts";
import {
  insertPhotos,
  receivedPackage,
  request,
  scanAll,
  setExchangeRates,
} from "#test/ship-requests.ts";
import {
  acceptFirstQuote,
  beginHandOver,
  endHandOver,
  labelGoods,
  shelve,
  type Departing,
} from "#test/departing-goods.ts";
import type { TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

/** How far a customer's package is on its way out. */
export type ShippingNeed =
  | "receivedPackage"
  | "boxToClose"
  | "packedBox"
  | "shelvedBox"
  | "acceptedBox"
  | "labelledBox"
  | "departing"
  | "handedOver";

export type ShippedGoods = {
  readonly packageId: string;
  readonly parcelId: string;
  /** Not there for a package that is only received. */
  readonly request: ShipRequest | null;
  /** An order of an extra service that is open, but for a packed box. */
  readonly orderId: string;
  /** Of a package that was labelled. */
  readonly labelId: string;
  /** Of a package that is being handed over, or was. */
  readonly departing: Departing | null;
};

type Desk = {
  readonly app: TestApp;
  readonly admin: TestPerson;
  readonly warehouseId: string;
};

const closing = {
  weightGrams: 800,
  sidesMm: [200, 150, 100] as [number, number, number],
};

/** Closes the box of the goods, as their packer. */
export async function closeBoxOf(admin: TestPerson, { request: { id } }: { request: ShipRequest }) {
  const input = { shipRequestId: id, ...closing, idempotencyKey: randomUUID() };
  return await admin.api.packing.closeBox(input);
}

/** A package of a customer that is here, ready to be closed, or packed and quoted. */
export async function createShippedGoods(
  desk: Desk,
  customer: TestPerson,
  need: ShippingNeed,
): Promise<ShippedGoods> {
  await setExchangeRates(desk.app);
  const { app, admin, warehouseId } = desk;
  const goods = await receivedPackage({ app, receiver: admin, warehouseId }, customer, [700]);
  const parcelId = goods.parcelIds[0] ?? "";
  const { packageId } = goods;
  if (need === "receivedPackage") {
    return { packageId, parcelId, request: null, orderId: "", labelId: "", departing: null };
  }
  const extraServices = [{ code: "bubble_wrap" }];
  const made = await request(customer, packageId, { extraServices });
  const orderId = made.extraServices[0]?.id ?? "";
  await scanAll({ packer: admin }, made.id, goods.numbers);
  await insertPhotos({ app, packer: admin }, made.id);
  const isPacked = need !== "boxToClose";
  if (isPacked) {
    await admin.api.extraServices.finishExtraService({ extraServiceRequestId: orderId });
    await closeBoxOf(admin, { request: made });
  }
  const { id: shipRequestId } = made;
  const current = await customer.api.shipRequests.readShipRequest({ shipRequestId });
  const sent = isPacked ? await lead(desk, customer, current, need) : notSent;
  return { packageId, parcelId, request: current, orderId, ...sent };
}

type Sent = Pick<ShippedGoods, "labelId" | "departing">;

const notSent: Sent = { labelId: "", departing: null };

/** Leads a packed box on as far as it is needed. */
async function lead(
  desk: Desk,
  customer: TestPerson,
  current: ShipRequest,
  need: ShippingNeed,
): Promise<Sent> {
  if (need === "packedBox") return notSent;
  if (need === "shelvedBox") {
    await shelve(desk, current);
    return notSent;
  }
  await acceptFirstQuote(customer, current);
  if (need === "acceptedBox") return notSent;
  const labelId = await labelGoods(desk, current);
  if (need === "labelledBox") return { labelId, departing: null };
  const departing = await beginHandOver(desk, current, labelId);
  if (need === "handedOver") await endHandOver(desk, departing);
  return { labelId, departing };
}
