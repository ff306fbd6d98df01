// Things in the state in which an operation changes them, for those whose access rows name none.
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import { addCalendarDays } from "#platform/rules/calendar.ts";
import { postalNumber } from "#catalogue/rules/tracking-number-text.ts";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import { beginHandOver, endHandOver } from "#test/departing-goods.ts";
import { declareParcel } from "#test/inbound-parcels.ts";
import { typedNumber } from "#test/manifests.ts";
import { postalRange } from "#test/number-ranges.ts";
import { aPackage } from "#test/packages.ts";
import { goodsListChanges } from "#test/goods-lists.ts";
import { goodsRule, goodsRuleFile } from "#test/goods-rule.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { insertPhotos, packedRequest, scanAll } from "#test/ship-requests.ts";
import { aStaffMember } from "#test/users.ts";
import { warehouseFields } from "#test/warehouses.ts";
import {
  reason,
  unversioned,
  received,
  openRequest,
  begunRequest,
  anOrder,
  anAcceptedRequest,
  anAskedRemoval,
  aCorrectedRequest,
  aCorrection,
  aLabel,
  aProof,
  aScan,
  aListedPackage,
  aShelf,
  aReceivedParcel,
  aTracker,
  anImage,
  suspensionFrom,
} from "./repeat-stage.ts";
import { accounts, type Scenes } from "./repeat-account-scenes.ts";

const prices: Scenes = {
  "warehouses.updateWarehouse": async ({ admin, warehouseId }) => {
    const { items } = await admin.api.warehouses.listWarehouses({});
    const code = items.find(({ id }) => id === warehouseId)?.code ?? "";
    const fields = warehouseFields({ code, phone: "+852 3456 7890" });
    return { warehouseId, fields, ...unversioned };
  },
  "carriers.createCarrier": async ({ today }) => {
    const fields = { name: "Junk Lines", nameZhHant: "", nameZhHans: "", trackingPage: "" };
    const others = { isNumberFilledIn: false, isActive: true, source: "", checkedOn: today };
    return { carrierCode: "junk-lines", fields: { ...fields, ...others } };
  },
  "lanes.suspendLane": async ({ today }) => ({ ...suspensionFrom(today), destinationCode: "BR" }),
  "lanes.reopenLane": async ({ admin, today }) => {
    const lane = { ...suspensionFrom(today), destinationCode: "AR" } as const;
    return { laneId: (await admin.api.lanes.suspendLane(lane)).id };
  },
  "goodsRules.addGoodsRule": async ({ today }) => ({ ...goodsRule, validFrom: today }),
  "goodsRules.endGoodsRule": async ({ admin, today }) => {
    const rule = { ...goodsRule, flag: "cash", mode: "express", validFrom: today } as const;
    const added = await admin.api.goodsRules.addGoodsRule(rule);
    return { goodsRuleId: added.rule?.id ?? "", on: today };
  },
  "goodsRules.importGoodsRules": async ({ today }) => {
    return { file: goodsRuleFile(), validFrom: today, mode: "import" };
  },
  "shippingServices.addServiceVersion": async ({ today }) => {
    const [service] = acceptedServices;
    if (service === undefined) throw new Error("No service is seeded.");
    const { id: _id, code, version: expectedVersion, ...details } = service;
    return { code, expectedVersion, details: { ...details, validFrom: today } };
  },
  "storageRates.addStorageRates": async ({ today }) => {
    const validFrom = addCalendarDays(today, 1);
    const rate = { freeDays: 14, dayCents: 20, capCents: 2_000 };
    const rates = storagePlans.map((plan) => ({ plan, ...rate }));
    return { validFrom, volumeDivisor: 6_000, rates };
  },
  "suggestions.acceptSuggestions": async ({ app }) => {
    const code = "box-small";
    const open = { acceptedAt: null, acceptedBy: null };
    await app.database.kysely
      .updateTable("suggestions")
      .set(open)
      .where("code", "=", code)
      .execute();
    return { codes: [code] };
  },
  "boxes.updateBox": async ({ admin }) => {
    const { items } = await admin.api.boxes.listBoxes({});
    const [box] = items;
    if (box === undefined) throw new Error("There is no box.");
    const { id: boxId, version: expectedVersion, ...fields } = box;
    return { ...fields, boxId, expectedVersion, priceCents: box.priceCents + 1 };
  },
  "boxes.setOverWeightFee": async ({ admin }) => {
    const { overWeightFeeCents: expectedVersion } = await admin.api.boxes.listBoxes({});
    return { feeCents: (expectedVersion ?? 0) + 1, expectedVersion };
  },
  "extraServices.updateExtraService": async ({ admin }) => {
    const { items } = await admin.api.extraServices.listExtraServicePrices({});
    const service = items.find(({ code }) => code === "bubble_wrap");
    if (service === undefined) throw new Error("There is no bubble wrap.");
    const { version: expectedVersion, ...fields } = service;
    return { ...fields, expectedVersion, priceCents: service.priceCents + 1 };
  },
  "numberRanges.createNumberRange": async () => postalRange,
  "numberRanges.importNumbers": async () => {
    const number = postalNumber({ prefix: "RC", country: "HK" }, 1);
    return { serviceCode: postalRange.serviceCode, numbers: number };
  },
  "numberRanges.changeNumberRange": async ({ admin }) => {
    const range = { ...postalRange, prefix: "RB" };
    const { id: numberRangeId } = await admin.api.numberRanges.createNumberRange(range);
    return { numberRangeId, isActive: false };
  },
};

const goods: Scenes = {
  "packages.addLeg": async ({ customer }) => {
    const { id: packageId } = await aPackage(customer, { origin: "Hong Kong" });
    return { packageId };
  },
  "packages.confirmPackage": async ({ admin, customer }) => {
    const { id: packageId } = await aPackage(customer);
    await admin.api.packages.setPackageStatus({ packageId, status: "delivered" });
    return { packageId };
  },
  "packages.deleteImage": async (stage) => await anImage(stage, stage.admin),
  "packages.deleteOwnImage": async (stage) => await anImage(stage, stage.customer),
  "packages.deleteQrCode": async ({ admin, customer }) => {
    const { id: packageId } = await aPackage(customer);
    const code = await admin.api.packages.generateQrCode({ packageId, legNumber: 1 });
    return { qrCodeId: code.id };
  },
  "packages.mergePackages": async ({ customer }) => {
    const { id: packageId } = await aPackage(customer);
    return { packageId, fromPackageId: (await aPackage(customer)).id };
  },
  "packages.splitPackage": async (stage) => {
    const { packageId, parcelIds } = await received(stage);
    return { packageId, inboundParcelIds: parcelIds.slice(1) };
  },
  "tracking.answerQuestion": async ({ app, customer }) => {
    const { legs } = await aPackage(customer);
    const [subjectId = ""] = legs.map(({ id }) => id);
    const question = { question: "lost", questionAt: app.clock.now() } as const;
    await app.database.kysely
      .updateTable("shippingLegs")
      .set(question)
      .where("id", "=", subjectId)
      .execute();
    return { subjectId, questionAt: question.questionAt.toISOString() };
  },
  "tracking.setCarrier": async (stage) => ({ ...(await aTracker(stage)), carrierCode: "hk-post" }),
  "tracking.retryTracker": async (stage) => await aTracker(stage),
  "tracking.stopTracker": async (stage) => await aTracker(stage),
  ...Object.fromEntries(
    Object.entries(goodsListChanges).map(([name, input]) => [name, async () => input]),
  ),
  "goods.saveItems": async ({ customer }) => {
    const { id: inboundParcelId } = await declareParcel(customer);
    return { inboundParcelId, items: [{ description: "Clay teapot" }], ...unversioned };
  },
  "goods.acceptProof": async (stage) => await aProof(stage),
  "goods.refuseProof": async (stage) => ({ ...(await aProof(stage)), reason }),
  "goods.correctItems": async (stage) => ({ ...(await aCorrection(stage)), ...unversioned }),
  "inboundParcels.changeDeclaration": async ({ customer }) => {
    const { id: inboundParcelId } = await declareParcel(customer);
    return { inboundParcelId, ...unversioned };
  },
  "receiving.correctParcelOwner": async (stage) => {
    const { parcelIds } = await received(stage);
    const fromUserId = stage.customer.userId;
    return { inboundParcelId: parcelIds[0], fromUserId, memberCode: null, reason };
  },
  "receiving.undoReceiving": async (stage) => {
    const { parcelIds } = await received(stage);
    return { inboundParcelId: parcelIds[0], reason };
  },
  "parcelRemovals.confirmParcelRemoval": async (stage) => await anAskedRemoval(stage),
  "parcelRemovals.declineParcelRemoval": async (stage) => ({
    ...(await anAskedRemoval(stage)),
    reason,
  }),
  "receiving.storeInboundParcels": async (stage) => {
    const { warehouseId } = stage;
    const { code: storageLocationCode } = await aShelf(stage);
    return { warehouseId, storageLocationCode, labelCodes: [await aReceivedParcel(stage)] };
  },
  "storageLocations.createStorageLocations": async ({ warehouseId }) => ({
    warehouseId,
    items: [{ code: "B-01-1" }],
  }),
  "storageLocations.updateStorageLocation": async (stage) => {
    const { storageLocationId } = await aShelf(stage);
    const fields = { code: "B-01-2" };
    return { storageLocationId, fields, ...unversioned };
  },
  "stocktakes.recordScans": async (stage) => {
    const { app, admin, warehouseId } = stage;
    const { id: stocktakeId } = await admin.api.stocktakes.startStocktake({ warehouseId });
    const { code: storageLocationCode } = await aShelf(stage);
    const scannedAt = app.clock.now().toISOString();
    const items = [{ labelCode: await aReceivedParcel(stage), scannedAt }];
    return { stocktakeId, storageLocationCode, scannedAt, items };
  },
  "stocktakes.finishStocktake": async ({ admin, warehouseId }) => {
    const { id: stocktakeId } = await admin.api.stocktakes.startStocktake({ warehouseId });
    return { stocktakeId };
  },
};

const shipping: Scenes = {
  "shipRequests.requestShipping": async (stage) => {
    const { packageId } = await received(stage);
    return { packageId, paymentMode: "quote_first" };
  },
  "shipRequests.shipParcels": async (stage) => {
    const { parcelIds: inboundParcelIds } = await received(stage);
    const to = { countryCode: "MY", recipient: null, note: reason };
    return { inboundParcelIds, ...to, paymentMode: "quote_first" };
  },
  "shipRequests.changePaymentMode": async (stage) => {
    const { shipRequestId } = await openRequest(stage);
    const mode = { paymentMode: "automatic_up_to_cap", serviceCode: "hk-post-surface" };
    return { shipRequestId, ...mode, capCents: 5_000, expectedVersion: 1 };
  },
  "shipRequests.changeParcels": async (stage) => {
    const { shipRequestId, parcelIds } = await openRequest(stage);
    const inboundParcelIds = parcelIds.slice(0, 1);
    return { shipRequestId, inboundParcelIds, expectedVersion: 1 };
  },
  "shipRequests.changeCategory": async (stage) => {
    const { shipRequestId } = await openRequest(stage);
    return { shipRequestId, category: "sample", categoryText: "", expectedVersion: 1 };
  },
  "shipRequests.confirmDeclaration": async (stage) => await aCorrectedRequest(stage),
  "shipRequests.continueWithoutMissing": async (stage) => {
    const { shipRequestId, toFindId: inboundParcelId } = await begunRequest(stage);
    await stage.packer.api.packing.reportMissing({ shipRequestId, inboundParcelId });
    return { shipRequestId };
  },
  "shipRequests.leaveOutParcels": async (stage) => {
    const { id: shipRequestId, parcels } = await packedRequest(stage, stage.customer);
    return { shipRequestId, inboundParcelIds: [parcels[0]?.inboundParcelId] };
  },
  "packing.scanIntoBox": async (stage) => {
    const { shipRequestId, numbers } = await openRequest(stage);
    return { shipRequestId, scan: numbers[0] };
  },
  "packing.removeFromBox": async (stage) => {
    const { shipRequestId, inBoxId: inboundParcelId } = await begunRequest(stage);
    return { shipRequestId, inboundParcelId };
  },
  "packing.takeOver": async (stage) => {
    const packer = await aStaffMember(stage.app, ["packer"]);
    const { shipRequestId } = await begunRequest({ ...stage, packer });
    return { shipRequestId };
  },
  "packing.reportMissing": async (stage) => {
    const { shipRequestId, toFindId: inboundParcelId } = await begunRequest(stage);
    return { shipRequestId, inboundParcelId };
  },
  "packing.closeBox": async (stage) => {
    const { shipRequestId, numbers } = await openRequest(stage);
    await scanAll(stage, shipRequestId, numbers);
    await insertPhotos(stage, shipRequestId);
    return { shipRequestId, weightGrams: 800, sidesMm: [200, 150, 100] };
  },
  "packing.openBox": async (stage) => {
    const { id: shipRequestId } = await packedRequest(stage, stage.customer);
    return { shipRequestId };
  },
  "extraServices.requestExtraService": async (stage) => {
    const { parcelIds } = await received(stage);
    return { code: "detail_photo", inboundParcelId: parcelIds[0] };
  },
  "extraServices.cancelExtraService": async (stage) => await anOrder(stage),
  "extraServices.finishExtraService": async (stage) => await anOrder(stage),
  "extraServices.refuseExtraService": async (stage) => await anOrder(stage),
  "labels.makeLabels": async (stage) => {
    await anAcceptedRequest(stage);
    const serials = { firstSerial: 71_000_000, lastSerial: 71_000_099 };
    await stage.admin.api.numberRanges.createNumberRange({ ...postalRange, ...serials });
    return { carrierCode: "hk-post" };
  },
  "labels.makeLabel": async (stage) => {
    const { id: shipRequestId } = await anAcceptedRequest(stage);
    return { shipRequestId, trackingNumber: typedNumber() };
  },
  "labels.voidLabel": async (stage) => ({ labelId: (await aLabel(stage)).labelId }),
  "labels.importLabelNumbers": async (stage) => {
    const { number } = await anAcceptedRequest(stage);
    const csv = `reference,tracking_number\n${shipRequestReference(number)},${typedNumber()}\n`;
    return { csv };
  },
  "manifests.openManifest": async ({ warehouseId }) => ({ warehouseId, carrierCode: "dhl" }),
  "manifests.addScan": async (stage) => {
    return (await aScan(stage)).scanned;
  },
  "manifests.removePackage": async (stage) => {
    const { manifestPackageId } = await aListedPackage(stage);
    return { manifestPackageId };
  },
  "manifests.closeManifest": async (stage) => {
    const { manifestId } = await aListedPackage(stage);
    return { manifestId };
  },
  "manifests.reopenManifest": async (stage) => {
    const { manifestId } = await aListedPackage(stage);
    await stage.packer.api.manifests.closeManifest({ manifestId });
    return { manifestId };
  },
  "manifests.recordCarrierWeight": async (stage) => {
    const { manifestPackageId } = await aListedPackage(stage);
    return { manifestPackageId, weightGrams: 2_500 };
  },
  "manifests.settleCarrierWeight": async (stage) => {
    const { manifestPackageId, shipRequestId } = await aListedPackage(stage);
    const weight = { weightGrams: 9_500 };
    await stage.packer.api.manifests.recordCarrierWeight({ manifestPackageId, ...weight });
    return { shipRequestId, ...weight };
  },
  "manifests.takeBackPackage": async (stage) => {
    const { shipRequestId, labelId } = await aLabel(stage);
    const departing = await beginHandOver(stage, { id: shipRequestId }, labelId);
    await endHandOver(stage, departing);
    return { manifestPackageId: departing.manifestPackageId };
  },
};

/** What is sent besides what the access row sends, by operation. No scene leaves things that another needs. */
export const repeatScenes: Scenes = { ...accounts, ...prices, ...goods, ...shipping };
