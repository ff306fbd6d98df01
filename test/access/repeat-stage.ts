// A desk, a customer, and things of theirs in a state in which operations change them.
import { randomUUID } from "node:crypto";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { insertAcceptedRequests } from "#test/accepted-requests.ts";
import { clayCorrection } from "#test/goods-items.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { typedNumber } from "#test/manifests.ts";
import { aPackage } from "#test/packages.ts";
import { askedRemoval } from "#test/parcel-removals.ts";
import { receiveScan } from "#test/receiving.ts";
import {
  acceptedRequest,
  aShipper,
  packingDesk,
  receivedPackage,
  request,
  scanAll,
  type PackingDesk,
} from "#test/ship-requests.ts";
import type { TestApp } from "#test/test-app.ts";
import { aStaffMember, type TestPerson } from "#test/users.ts";

/** Who is at a desk, alone, and a customer with money whose things they are. */
export type Stage = PackingDesk & { readonly customer: TestPerson; readonly today: string };

/** The admin does all the work of the warehouse; customers' operations are the customer's. */
export async function aStage(app: TestApp): Promise<Stage> {
  const desk = await packingDesk(app);
  const { admin } = desk;
  const today = todayOfRates(app.clock.now());
  return { ...desk, receiver: admin, packer: admin, customer: await aShipper(desk, "900"), today };
}

export const reason = "For the matrix";

/** Leaves out what the access row sends. */
export const unversioned = { expectedVersion: undefined };

export async function received(stage: Stage) {
  return await receivedPackage(stage, stage.customer);
}

export async function openRequest(stage: Stage) {
  const { packageId, numbers, parcelIds } = await received(stage);
  const { id: shipRequestId } = await request(stage.customer, packageId);
  return { shipRequestId, numbers, parcelIds };
}

/** A request of two parcels, of which the first is in the box. */
export async function begunRequest(stage: Stage) {
  const { shipRequestId, numbers, parcelIds } = await openRequest(stage);
  await scanAll(stage, shipRequestId, numbers.slice(0, 1));
  const [inBoxId, toFindId = ""] = parcelIds;
  return { shipRequestId, inBoxId, toFindId };
}

/** A parcel that another member of staff asks to return. */
export async function anAskedRemoval(stage: Stage) {
  const [inboundParcelId = ""] = (await received(stage)).parcelIds;
  const { api } = await aStaffMember(stage.app, ["support"]);
  const { id: removalId } = await api.parcelRemovals.requestParcelRemoval(
    askedRemoval(inboundParcelId, stage.photo),
  );
  return { inboundParcelId, removalId };
}

/** What staff correct of the goods of a parcel that is here. */
export async function aCorrection(stage: Stage) {
  const [inboundParcelId = ""] = (await received(stage)).parcelIds;
  return { inboundParcelId, corrections: [clayCorrection], reason };
}

/** A proof that a customer sent of what is in a parcel that is here. */
export async function aProof(stage: Stage) {
  const [inboundParcelId = ""] = (await received(stage)).parcelIds;
  const { proof } = await stage.customer.api.goods.addProof({
    inboundParcelId,
    file: stage.photo,
    idempotencyKey: randomUUID(),
  });
  return { inboundParcelId, fileId: proof?.files[0]?.id };
}

/** An accepted request whose goods staff have corrected since. */
export async function aCorrectedRequest(stage: Stage) {
  const { id: shipRequestId, parcels } = await acceptedRequest(stage, stage.customer);
  const [inboundParcelId = ""] = parcels.map((parcel) => parcel.inboundParcelId);
  const corrections = [clayCorrection];
  await stage.admin.api.goods.correctItems({ inboundParcelId, corrections, reason });
  const { declaredHash } = await stage.customer.api.shipRequests.readDeclaration({ shipRequestId });
  return { shipRequestId, declaredHash };
}

export async function anOrder(stage: Stage) {
  const [inboundParcelId = ""] = (await received(stage)).parcelIds;
  const order = { code: "remove_packaging", inboundParcelId, idempotencyKey: randomUUID() };
  const { id } = await stage.customer.api.extraServices.requestExtraService(order);
  return { extraServiceRequestId: id };
}

export async function aHold({ admin, customer }: Stage) {
  const { userId } = customer;
  const held = { userId, amount: "1.00", reason, idempotencyKey: randomUUID() };
  const { hold } = await admin.api.wallet.holdShippingFee(held);
  return { holdId: hold.id };
}

export async function anAcceptedRequest({ app, customer, warehouseId }: Stage) {
  const wanted = { userIds: [customer.userId], warehouseId };
  const [accepted] = await insertAcceptedRequests(app.database.kysely, wanted);
  if (accepted === undefined) throw new Error("No request was inserted.");
  return accepted;
}

export async function aLabel(stage: Stage) {
  const { id: shipRequestId } = await anAcceptedRequest(stage);
  const trackingNumber = typedNumber();
  const made = await stage.packer.api.labels.makeLabel({ shipRequestId, trackingNumber });
  return { shipRequestId, trackingNumber, labelId: made.label?.id ?? "" };
}

/** The open manifest of Hongkong Post, and a label that is not on it. */
export async function aScan(stage: Stage) {
  const { shipRequestId, trackingNumber: scan } = await aLabel(stage);
  const carrier = { warehouseId: stage.warehouseId, carrierCode: "hk-post" };
  const { id: manifestId } = await stage.packer.api.manifests.openManifest(carrier);
  return { shipRequestId, scanned: { manifestId, scan } };
}

export async function aListedPackage(stage: Stage) {
  const { shipRequestId, scanned } = await aScan(stage);
  const input = { ...scanned, idempotencyKey: randomUUID() };
  const { item } = await stage.packer.api.manifests.addScan(input);
  return { manifestId: scanned.manifestId, manifestPackageId: item.id, shipRequestId };
}

export async function aShelf({ admin, warehouseId }: Stage) {
  const code = `A-${randomUUID().slice(0, 4)}`.toUpperCase();
  const input = { warehouseId, items: [{ code }] };
  const { items } = await admin.api.storageLocations.createStorageLocations(input);
  return { code, storageLocationId: items[0]?.id };
}

export async function aReceivedParcel({ app, receiver, warehouseId }: Stage) {
  const { parcel } = await receiveScan(app, receiver, { warehouseId, scan: freshNumber() });
  return parcel.labelCode;
}

export async function aTracker({ app }: Stage) {
  const at = app.clock.now();
  const times = { nextLookAt: at, createdAt: at, updatedAt: at };
  const tracker = { trackingNumber: freshNumber(), state: "not_found" as const, ...times };
  const query = app.database.kysely.insertInto("trackers").values(tracker);
  return await query.returning("id as trackerId").executeTakeFirstOrThrow();
}

export async function anImage({ customer, photo }: Stage, uploader: TestPerson) {
  const { id: packageId } = await aPackage(customer);
  const { id: imageId } = await uploader.api.packages.addImage({
    packageId,
    file: photo,
    idempotencyKey: randomUUID(),
  });
  return { imageId };
}

export function suspensionFrom(suspendedOn: string) {
  const lane = { carrierId: "hk-post", service: "air", source: "" } as const;
  return { ...lane, suspendedOn, confidence: "announced", reason } as const;
}

/** An open case about a new package. */
export async function aCaseOf(customer: TestPerson): Promise<string> {
  const { id: subjectId } = await aPackage(customer);
  const { id } = await customer.api.cases.openCase({
    subject: "package",
    subjectId,
    problem: "other",
    text: reason,
    idempotencyKey: randomUUID(),
  });
  return id;
}
