// An input about one's own thing for every operation that states whose things it changes.
import { randomUUID } from "node:crypto";
import { clayCorrection } from "#test/goods-items.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { aSignature, typedNumber } from "#test/manifests.ts";
import { askedRemoval, decidedRemoval } from "#test/parcel-removals.ts";
import { reason, recordedAt, shelf, type OwnThings } from "./own-things.ts";

const measured = () => ({
  measurements: { weightGrams: 900 },
  station: "Desk 1",
  recordedAt,
  idempotencyKey: randomUUID(),
});

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
  "cases.askCase": ({ caseId }) => ({
    caseId,
    text: reason,
    choices: [{ label: "Yes" }],
    idempotencyKey: randomUUID(),
  }),
  "cases.openCustomsCase": ({ packageId }) => ({
    subject: "package",
    subjectId: packageId,
    text: reason,
    idempotencyKey: randomUUID(),
  }),
  "cases.grantCase": ({ caseId }) => ({
    caseId,
    amountCents: 100,
    outcome: reason,
    idempotencyKey: randomUUID(),
  }),
  "cases.confirmGrant": ({ caseId }) => ({
    caseId,
    amountCents: 100,
    outcome: reason,
    idempotencyKey: randomUUID(),
  }),
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
  "goods.correctItems": ({ parcelId }) => ({
    inboundParcelId: parcelId,
    corrections: [clayCorrection],
    reason,
  }),
  "goods.acceptProof": ({ parcelId }) => ({ inboundParcelId: parcelId, fileId: randomUUID() }),
  "goods.refuseProof": ({ parcelId }) => ({
    inboundParcelId: parcelId,
    fileId: randomUUID(),
    reason,
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
