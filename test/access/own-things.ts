// What a customer owns who is a member of staff as well.
import { randomUUID } from "node:crypto";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { aCarrierLabel } from "#test/carrier-labels.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aClosedManifest, handOver, typedNumber } from "#test/manifests.ts";
import { aPackage } from "#test/packages.ts";
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
import { numberLeg } from "#test/tracking.ts";
import type { TestApp } from "#test/test-app.ts";
import type { TestPerson } from "#test/users.ts";

/** Where the parcels lie. */
export const shelf = "A-01-1";
export const reason = "It is mine";
/** When the desk recorded them. */
export const recordedAt = "2026-06-10T04:00:00.000Z";

/** A package with legs, a photo by staff, a QR code, and a tracked number. */
async function aTrackedPackage({ app, admin, photo }: PackingDesk, owner: TestPerson) {
  const { id: packageId, legs } = await aPackage(owner);
  const image = await admin.api.packages.addImage({
    packageId,
    file: photo,
    idempotencyKey: randomUUID(),
  });
  const code = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
  const trackingNumber = freshNumber();
  await numberLeg(app, admin, legs[0], trackingNumber);
  const { id: trackerId } = await app.database.kysely
    .selectFrom("trackers")
    .select("id")
    .where("trackingNumber", "=", trackingNumber)
    .executeTakeFirstOrThrow();
  const [legId = ""] = legs.map(({ id }) => id);
  return { packageId, legId, imageId: image.id, qrCodeId: code.id, trackerId };
}

/** A parcel on a shelf with an ordered extra service, which a stocktake misses, and one without a known owner, which the owner claims. */
async function parcelsInStore(desk: PackingDesk, owner: TestPerson) {
  const { app, admin, receiver, warehouseId } = desk;
  await admin.api.storageLocations.createStorageLocations({
    warehouseId,
    items: [{ code: shelf }],
  });
  const { memberCode } = await owner.api.inboundParcels.readAddress({});
  const { parcel } = await receiveScan(app, receiver, {
    warehouseId,
    scan: freshNumber(),
    memberCode,
    storageLocationCode: shelf,
  });
  const { records } = await admin.api.inboundParcels.readAnyInboundParcel({
    inboundParcelId: parcel.id,
  });
  const { id: orderId } = await owner.api.extraServices.requestExtraService({
    code: "contents_check",
    inboundParcelId: parcel.id,
    idempotencyKey: randomUUID(),
  });
  const claimed = freshNumber();
  const unmatched = await receiveScan(app, receiver, { warehouseId, scan: claimed });
  const claim = { trackingNumber: claimed, note: "", idempotencyKey: randomUUID() };
  const { id: claimId } = await owner.api.parcelClaims.claimInboundParcel(claim);
  const { id: caseId } = await owner.api.cases.openCase({
    subject: "inbound_parcel",
    subjectId: parcel.id,
    problem: "damaged",
    text: "The corner is torn.",
    idempotencyKey: randomUUID(),
  });
  app.clock.advance(60_000);
  const { id: stocktakeId } = await receiver.api.stocktakes.startStocktake({ warehouseId });
  const scannedAt = app.clock.now().toISOString();
  const counted = { stocktakeId, storageLocationCode: shelf, scannedAt };
  await receiver.api.stocktakes.recordScans({ ...counted, items: [] });
  return {
    memberCode,
    orderId,
    parcelId: parcel.id,
    labelCode: parcel.labelCode,
    receivingRecordId: records[0]?.id ?? "",
    unmatchedId: unmatched.parcel.id,
    claimId,
    caseId,
    stocktakeId,
  };
}

/** A request that is being packed, with one parcel in the box. */
async function requestToPack(desk: PackingDesk, owner: TestPerson) {
  const { packageId, numbers, parcelIds } = await receivedPackage(desk, owner);
  const { id: shipRequestId } = await request(owner, packageId);
  const [scanned = "", scan = ""] = numbers;
  await scanAll(desk, shipRequestId, [scanned]);
  const [inBoxId = "", toFindId = ""] = parcelIds;
  return { shipRequestId, scan, inBoxId, toFindId };
}

/** Packages on their way out: accepted, labelled, on an open, a closed and a handed-over manifest. */
async function outgoingPackages(desk: PackingDesk, owner: TestPerson) {
  const { app, packer, warehouseId } = desk;
  const { manifests, labels } = packer.api;
  const labelled = async () => {
    const { id: shipRequestId } = await acceptedRequest(desk, owner);
    const trackingNumber = typedNumber();
    const made = await labels.makeLabel({ shipRequestId, trackingNumber });
    return { shipRequestId, trackingNumber, labelId: made.label?.id ?? "" };
  };
  const left = await labelled();
  const handedOver = await aClosedManifest(packer, warehouseId, [left.trackingNumber]);
  const leftItem = { manifestPackageId: handedOver.items[0]?.id ?? "" };
  await manifests.recordCarrierWeight({ ...leftItem, weightGrams: 2_500 });
  await handOver(packer, handedOver.id);
  await app.runJobs();
  const closed = await aClosedManifest(packer, warehouseId, [(await labelled()).trackingNumber]);
  const inWarehouse = { warehouseId, carrierCode: "hk-post" };
  const { id: openId } = await manifests.openManifest(inWarehouse);
  const listed = await manifests.addScan({
    manifestId: openId,
    scan: (await labelled()).trackingNumber,
    idempotencyKey: randomUUID(),
  });
  const { id: acceptedId } = await acceptedRequest(desk, owner);
  const { number } = await app.database.kysely
    .selectFrom("shipRequests")
    .select("number")
    .where("id", "=", acceptedId)
    .executeTakeFirstOrThrow();
  return {
    leftItem,
    leftRequestId: left.shipRequestId,
    closedId: closed.id,
    openId,
    listedItem: { manifestPackageId: listed.item.id },
    labelled: await labelled(),
    acceptedId,
    acceptedReference: shipRequestReference(number),
  };
}

/** A hold of a fee, and an open payout request. */
async function moneyHeld({ app, admin }: PackingDesk, owner: TestPerson) {
  const { userId } = owner;
  const key = () => ({ idempotencyKey: randomUUID() });
  const held = { userId, amount: "2.00", reason, ...key() };
  const { hold } = await admin.api.wallet.holdShippingFee(held);
  const payout = { amount: "1.00", details: "To account 42", ...key() };
  const { id: payoutRequestId } = await owner.api.wallet.requestPayout(payout);
  await countAttempt(app.services.db, "uploadsPerAccount", userId, app.clock.now());
  return { holdId: hold.id, payoutRequestId };
}

export type OwnThings = Awaited<ReturnType<typeof createOwnThings>>;

/** Everything of one customer; others have received, packed and handed it over. */
export async function createOwnThings(app: TestApp) {
  const desk = await packingDesk(app);
  const owner = await aShipper(desk, "900");
  return {
    owner,
    warehouseId: desk.warehouseId,
    photo: desk.photo,
    carrierLabel: await aCarrierLabel(),
    ...(await aTrackedPackage(desk, owner)),
    ...(await moneyHeld(desk, owner)),
    ...(await outgoingPackages(desk, owner)),
    ...(await requestToPack(desk, owner)),
    ...(await parcelsInStore(desk, owner)),
  };
}
