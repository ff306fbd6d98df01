// What a customer owns who is a member of staff as well: an input about it for every operation that states whose things it changes.
import { randomUUID } from "node:crypto";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { countAttempt } from "#platform/server/limits/count-attempt.ts";
import { aCarrierLabel } from "#test/carrier-labels.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aClosedManifest, aSignature, handOver, typedNumber } from "#test/manifests.ts";
import { aPackage } from "#test/packages.ts";
import { askedRemoval, decidedRemoval } from "#test/parcel-removals.ts";
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

const [shelf, reason, recordedAt] = ["A-01-1", "It is mine", "2026-06-10T04:00:00.000Z"];
const measured = () => ({
  measurements: { weightGrams: 900 },
  station: "Desk 1",
  recordedAt,
  idempotencyKey: randomUUID(),
});

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

type Inputs = Readonly<Record<string, (things: OwnThings) => object>>;

const ofUser = ({ owner }: OwnThings) => ({ userId: owner.userId });
const ofPackage = ({ packageId }: OwnThings) => ({ packageId });
const ofLeg = ({ legId }: OwnThings) => ({ legId });
const ofRequest = ({ shipRequestId }: OwnThings) => ({ shipRequestId });
const numbered = ({ acceptedId }: OwnThings) => ({
  shipRequestId: acceptedId,
  trackingNumber: typedNumber(),
});
const ofOrder = ({ orderId }: OwnThings) => ({ extraServiceRequestId: orderId });
const ofTracker = ({ trackerId }: OwnThings) => ({ trackerId });
const amount = "1.00";
const legFields = { origin: "China", destination: "Hong Kong" };
const emptyLeg = {
  carrier: null,
  trackingNumber: null,
  estimatedDeparture: null,
  estimatedArrival: null,
  notes: null,
};

const accounts: Inputs = {
  "cases.answerCase": ({ caseId }) => ({ caseId, text: reason, idempotencyKey: randomUUID() }),
  "cases.addCaseNote": ({ caseId }) => ({ caseId, text: reason, idempotencyKey: randomUUID() }),
  "cases.finishCase": ({ caseId }) => ({ caseId, outcome: reason }),
  "admin.takeWorkItem": ({ caseId }) => ({ kind: "open_cases", id: caseId }),
  "users.updateUser": ({ owner: { userId, email, fullName } }) => {
    const account = { email, subscription: "Super", packageQuota: 50 };
    const expectedVersion = { ...account, fullName };
    return { userId, ...account, fullName: "Somebody Else", expectedVersion, reason };
  },
  "users.suspendUser": (things) => ({ ...ofUser(things), reason }),
  "users.restoreUser": (things) => ({ ...ofUser(things), reason }),
  "users.grantStaffRole": (things) => ({ ...ofUser(things), role: "manager" }),
  "users.endStaffRole": (things) => ({ ...ofUser(things), role: "packer" }),
  "plans.giveComplimentaryPlan": (things) => ({ ...ofUser(things), plan: "Premium", reason }),
  "plans.adjustQuota": (things) => ({ ...ofUser(things), packageQuota: 99, reason }),
  "plans.endSubscription": (things) => ({ ...ofUser(things), reason }),
  "plans.refundPlanPayment": (things) => ({ ...ofUser(things), invoiceId: "in_1", reason }),
  "wallet.adjustWallet": (things) => ({
    ...ofUser(things),
    kind: "credit",
    amount,
    reason,
    idempotencyKey: randomUUID(),
  }),
  "wallet.holdShippingFee": (things) => ({
    ...ofUser(things),
    amount,
    reason,
    idempotencyKey: randomUUID(),
  }),
  "wallet.settleHold": ({ holdId }) => ({ holdId, amount, reason }),
  "wallet.releaseHold": ({ holdId }) => ({ holdId, reason }),
  "wallet.startPayout": ({ payoutRequestId }) => ({ payoutRequestId }),
  "wallet.settlePayoutRequest": ({ payoutRequestId }) => ({
    payoutRequestId,
    isPaid: true,
    reference: "REF-1",
    reason: "",
  }),
  "limits.liftLimit": ({ owner }) => ({ limit: "uploadsPerAccount", who: owner.userId }),
};

const packages: Inputs = {
  "packages.setPackageStatus": (things) => ({
    ...ofPackage(things),
    status: "delivered",
    setsLegs: true,
  }),
  "packages.setFinalWeight": (things) => ({ ...ofPackage(things), finalWeightGrams: 700 }),
  "packages.addLeg": (things) => ({ ...ofPackage(things), ...legFields, ...emptyLeg }),
  "packages.updateLeg": (things) => ({ ...ofLeg(things), ...legFields, ...emptyLeg }),
  "packages.setLegStatus": (things) => ({ ...ofLeg(things), status: "in_transit" }),
  "packages.deleteImage": ({ imageId }) => ({ imageId }),
  "packages.generateQrCode": (things) => ({ ...ofPackage(things), legNumber: 1 }),
  "packages.deleteQrCode": ({ qrCodeId }) => ({ qrCodeId }),
  "packages.deletePackage": ofPackage,
  "tracking.addEvent": (things) => ({
    ...ofLeg(things),
    stage: "departed",
    occurredAt: "2026-01-05T04:00:00.000Z",
    description: "",
  }),
  "tracking.answerQuestion": ({ legId }) => ({
    subjectId: legId,
    questionAt: "2026-01-05T04:00:00.000Z",
    note: reason,
  }),
  "tracking.setCarrier": (things) => ({ ...ofTracker(things), carrierCode: "hk-post" }),
  "tracking.retryTracker": ofTracker,
  "tracking.stopTracker": ofTracker,
};

const parcels: Inputs = {
  "receiving.receiveInboundParcel": ({ warehouseId, memberCode }) => ({
    warehouseId,
    scan: freshNumber(),
    memberCode,
    ...measured(),
  }),
  "receiving.measureAgain": ({ parcelId }) => ({ inboundParcelId: parcelId, ...measured() }),
  "receiving.correctReceivingRecord": ({ receivingRecordId }) => ({
    receivingRecordId,
    reason,
    ...measured(),
  }),
  "receiving.correctParcelOwner": ({ parcelId, owner }) => ({
    inboundParcelId: parcelId,
    fromUserId: owner.userId,
    memberCode: null,
    reason,
    idempotencyKey: randomUUID(),
  }),
  "receiving.undoReceiving": ({ parcelId }) => ({
    inboundParcelId: parcelId,
    reason,
    idempotencyKey: randomUUID(),
  }),
  "parcelRemovals.requestParcelRemoval": ({ parcelId, photo }) => askedRemoval(parcelId, photo),
  "parcelRemovals.confirmParcelRemoval": ({ parcelId }) => decidedRemoval(parcelId),
  "parcelRemovals.declineParcelRemoval": (own) => ({ ...decidedRemoval(own.parcelId), reason }),
  "receiving.addInboundParcelImage": ({ parcelId, photo }) => ({
    inboundParcelId: parcelId,
    kind: "outside",
    file: photo,
    idempotencyKey: randomUUID(),
  }),
  "receiving.storeInboundParcels": ({ warehouseId, labelCode }) => ({
    warehouseId,
    storageLocationCode: shelf,
    labelCodes: [labelCode],
  }),
  "stocktakes.recordScans": ({ stocktakeId, labelCode }) => ({
    stocktakeId,
    storageLocationCode: shelf,
    scannedAt: recordedAt,
    items: [{ labelCode, scannedAt: recordedAt }],
  }),
  "stocktakes.finishStocktake": ({ stocktakeId }) => ({ stocktakeId, movesMisplaced: true }),
  "parcelClaims.matchInboundParcel": ({ unmatchedId, memberCode }) => ({
    inboundParcelId: unmatchedId,
    memberCode,
    declaredParcelId: null,
    reason,
  }),
  "parcelClaims.decideClaim": ({ claimId, unmatchedId }) => ({
    claimId,
    inboundParcelId: unmatchedId,
    declaredParcelId: null,
    reason,
  }),
};

const requests: Inputs = {
  "packing.scanIntoBox": (things) => ({
    ...ofRequest(things),
    scan: things.scan,
    idempotencyKey: randomUUID(),
  }),
  "packing.removeFromBox": (things) => ({
    ...ofRequest(things),
    inboundParcelId: things.inBoxId,
  }),
  "packing.takeOver": ofRequest,
  "packing.reportMissing": (things) => ({ ...ofRequest(things), inboundParcelId: things.toFindId }),
  "packing.addPackingImage": (things) => ({
    ...ofRequest(things),
    kind: "open_box",
    file: things.photo,
    idempotencyKey: randomUUID(),
  }),
  "packing.closeBox": (things) => ({
    ...ofRequest(things),
    weightGrams: 800,
    sidesMm: [200, 150, 100],
    idempotencyKey: randomUUID(),
  }),
  "packing.openBox": (things) => ({ ...ofRequest(things), reason }),
  "packing.cancelShipRequest": (things) => ({ ...ofRequest(things), reason }),
  "extraServices.finishExtraService": (things) => ({ ...ofOrder(things), resultText: "Done" }),
  "extraServices.refuseExtraService": (things) => ({ ...ofOrder(things), reason }),
  "labels.makeLabels": () => ({ idempotencyKey: randomUUID() }),
  "labels.makeLabel": numbered,
  "labels.attachLabel": (things) => ({ ...numbered(things), file: things.carrierLabel }),
  "labels.voidLabel": ({ labelled }) => ({ labelId: labelled.labelId, reason }),
  "labels.importLabelNumbers": ({ acceptedReference }) => ({
    csv: `reference,tracking_number\n${acceptedReference},${typedNumber()}\n`,
  }),
  "manifests.addScan": ({ openId, labelled }) => ({
    manifestId: openId,
    scan: labelled.trackingNumber,
    idempotencyKey: randomUUID(),
  }),
  "manifests.removePackage": ({ listedItem }) => listedItem,
  "manifests.closeManifest": ({ openId }) => ({ manifestId: openId }),
  "manifests.reopenManifest": ({ closedId }) => ({ manifestId: closedId }),
  "manifests.handOverManifest": ({ closedId }) => ({
    manifestId: closedId,
    receiverName: "Driver Lam",
    signature: aSignature(),
    idempotencyKey: randomUUID(),
  }),
  "manifests.takeBackPackage": ({ leftItem }) => ({ ...leftItem, reason }),
  "manifests.recordCarrierWeight": ({ leftItem }) => ({ ...leftItem, weightGrams: 800 }),
  "manifests.settleCarrierWeight": ({ leftRequestId }) => ({
    shipRequestId: leftRequestId,
    weightGrams: 2_500,
    reason,
  }),
};

/** What to send of one's own, by operation. */
export const ownInputs: Inputs = { ...accounts, ...packages, ...parcels, ...requests };
