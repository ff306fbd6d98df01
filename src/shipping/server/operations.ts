import type { quotes } from "#catalogue/contract/quotes.ts";
import type { boxes } from "#shipping/contract/boxes.ts";
import type { extraServices } from "#shipping/contract/extra-services.ts";
import type { manifests } from "#shipping/contract/manifests.ts";
import type { numberRanges } from "#shipping/contract/number-ranges.ts";
import type { packing } from "#shipping/contract/packing.ts";
import type { shipRequests } from "#shipping/contract/ship-requests.ts";
import type { labels } from "#shipping/contract/shipping-labels.ts";
import { catalogueOperations } from "#catalogue/server/operations.ts";
import { describedAgain, type Operations } from "#platform/server/context.ts";
import { listBoxes, createBox, updateBox, setOverWeightFee } from "./boxes/boxes.ts";
import {
  listExtraServices,
  listExtraServicePrices,
  createExtraService,
  updateExtraService,
} from "./extra-services/extra-services.ts";
import {
  cancelExtraService,
  finishExtraService,
  refuseExtraService,
} from "./extra-services/finish-extra-service.ts";
import { requestExtraService } from "./extra-services/order-extra-service.ts";
import { listExtraServiceWork, listUnpaidExtraServices } from "./extra-services/orders.ts";
import {
  readLabelFileSettings,
  changeLabelFileSettings,
  exportLabelFile,
  importLabelNumbers,
} from "./labels/label-files.ts";
import { exportAdvanceData } from "./customs/advance-data.ts";
import { printCustomsPapers } from "./customs/customs-papers.ts";
import { attachLabel } from "./labels/carrier-labels.ts";
import { listPackagesToLabel, makeLabel, voidLabel, printShippingLabel } from "./labels/labels.ts";
import {
  listNumberRanges,
  createNumberRange,
  importNumbers,
  changeNumberRange,
} from "./labels/number-ranges.ts";
import { recordCarrierWeight, settleCarrierWeight } from "./manifests/carrier-weights.ts";
import { handOverManifest, takeBackPackage } from "./manifests/hand-over.ts";
import { findPackageToLabel, makeLabels, printShippingLabels } from "./labels/labels-together.ts";
import {
  listManifests,
  readManifest,
  openManifest,
  closeManifest,
  reopenManifest,
  addScan,
  removePackage,
} from "./manifests/manifests.ts";
import { printManifest, exportManifest } from "./manifests/print-manifest.ts";
import { compareServices } from "./quotes/compare-services.ts";
import { acceptQuote } from "./ship-requests/apply-quote.ts";
import {
  changeParcels,
  continueWithoutMissing,
  leaveOutParcels,
} from "./ship-requests/change-parcels.ts";
import {
  changeCategory,
  confirmDeclaration,
  readDeclaration,
  readParcelsDeclaration,
} from "./ship-requests/change-declaration.ts";
import { changePaymentMode } from "./ship-requests/change-payment-mode.ts";
import { readShelvedBox } from "./ship-requests/chosen-parcels.ts";
import { cancelShipRequest } from "./ship-requests/end-request.ts";
import { estimateParcels } from "./ship-requests/estimate-parcels.ts";
import { estimateShipping } from "./ship-requests/estimate-shipping.ts";
import { printBoxSlip } from "./ship-requests/packing/box-slip.ts";
import { closeBox } from "./ship-requests/packing/close-box.ts";
import { addPackingImage } from "./ship-requests/packing/packing-images.ts";
import {
  listQueue,
  readShipRequest as readAnyShipRequest,
  takeOver,
  reportMissing,
  openBox,
  cancelShipRequest as cancelAnyShipRequest,
} from "./ship-requests/packing/packing.ts";
import { scanIntoBox, removeFromBox } from "./ship-requests/packing/scans.ts";
import { requestShipping } from "./ship-requests/request-shipping.ts";
import { shipParcels } from "./ship-requests/ship-parcels.ts";
import { readShipRequest, listShipRequests } from "./ship-requests/ship-requests.ts";

/** What is kept of an answer with a ship request, which is read again for a repeat. */
const keepRequest = ({ id: shipRequestId }: { readonly id: string }) => ({ shipRequestId });

/** The function of each operation of shipping, with the comparison of services, which needs its boxes. */
export const shippingOperations: Operations<{
  readonly shipRequests: typeof shipRequests;
  readonly packing: typeof packing;
  readonly extraServices: typeof extraServices;
  readonly boxes: typeof boxes;
  readonly labels: typeof labels;
  readonly numberRanges: typeof numberRanges;
  readonly manifests: typeof manifests;
  readonly quotes: typeof quotes;
}> = {
  shipRequests: {
    estimateShipping,
    estimateParcels,
    shipParcels: describedAgain(shipParcels, keepRequest, readShipRequest),
    requestShipping: describedAgain(requestShipping, keepRequest, readShipRequest),
    readShelvedBox,
    readShipRequest,
    listShipRequests,
    acceptQuote,
    changePaymentMode,
    changeParcels,
    continueWithoutMissing,
    leaveOutParcels: describedAgain(leaveOutParcels, keepRequest, readShipRequest),
    cancelShipRequest,
    readParcelsDeclaration,
    readDeclaration,
    confirmDeclaration,
    changeCategory,
  },
  packing: {
    listQueue,
    readShipRequest: readAnyShipRequest,
    scanIntoBox,
    removeFromBox,
    takeOver,
    reportMissing,
    addPackingImage,
    closeBox: describedAgain(closeBox, keepRequest, readAnyShipRequest),
    printBoxSlip,
    openBox,
    cancelShipRequest: cancelAnyShipRequest,
  },
  extraServices: {
    listExtraServices,
    requestExtraService,
    cancelExtraService,
    listExtraServiceWork,
    finishExtraService,
    refuseExtraService,
    listUnpaidExtraServices,
    listExtraServicePrices,
    createExtraService,
    updateExtraService,
  },
  boxes: { listBoxes, createBox, updateBox, setOverWeightFee },
  labels: {
    listPackagesToLabel,
    findPackageToLabel,
    makeLabels,
    printShippingLabels,
    makeLabel,
    attachLabel,
    voidLabel,
    printShippingLabel,
    printCustomsPapers,
    exportAdvanceData,
    readLabelFileSettings,
    changeLabelFileSettings,
    exportLabelFile,
    importLabelNumbers,
  },
  numberRanges: { listNumberRanges, createNumberRange, importNumbers, changeNumberRange },
  manifests: {
    listManifests,
    readManifest,
    openManifest,
    addScan,
    removePackage,
    closeManifest,
    reopenManifest,
    handOverManifest,
    takeBackPackage,
    recordCarrierWeight,
    settleCarrierWeight,
    printManifest,
    exportManifest,
  },
  quotes: { ...catalogueOperations.quotes, compareServices },
};
