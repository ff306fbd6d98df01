import { api } from "#app/contract/api.ts";
import { bindOperations } from "./access.ts";
import {
  cancelInboundParcel,
  changeDeclaration,
  rejectInboundParcel,
} from "#goods/server/inbound-parcels/change-inbound-parcels.ts";
import {
  declareInboundParcels,
  readPasted,
} from "#goods/server/inbound-parcels/declare-inbound-parcels.ts";
import {
  listInboundParcels,
  listShipmentParcels,
  readAddress,
  readInboundParcel,
} from "#goods/server/inbound-parcels/read-inbound-parcels.ts";
import { moveInboundParcels } from "#goods/server/inbound-parcels/move-inbound-parcels.ts";
import {
  listAllInboundParcels,
  readAnyInboundParcel,
} from "#goods/server/inbound-parcels/all-inbound-parcels.ts";
import { addInboundParcelImage } from "#goods/server/inbound-parcels/parcel-images.ts";
import {
  listAwaitedNumbers,
  listReceivingWarehouses,
  readReceivingDay,
} from "#goods/server/receiving/receiving-desk.ts";
import { correctReceivingRecord, measureAgain } from "#goods/server/receiving/measure-parcels.ts";
import { storeInboundParcels } from "#goods/server/receiving/store-inbound-parcels.ts";
import { readScan } from "#goods/server/receiving/read-scan.ts";
import { receiveInboundParcel } from "#goods/server/receiving/receive-inbound-parcel.ts";
import { addEvent } from "#goods/server/tracking/carrier-events.ts";
import {
  answerQuestion,
  listQuestions,
  refreshTracking,
  setCarrier,
} from "#goods/server/tracking/answer-questions.ts";
import { listTrackers, readTracking } from "#goods/server/tracking/list-trackers.ts";
import {
  finishStocktake,
  listStocktakes,
  listStoredParcels,
  readStocktake,
  recordScans,
  startStocktake,
} from "#goods/server/stocktakes/stocktakes.ts";
import {
  listPackagesToLabel,
  makeLabel,
  voidLabel,
  printShippingLabel,
} from "#shipping/server/labels/labels.ts";
import {
  readLabelFileSettings,
  changeLabelFileSettings,
  exportLabelFile,
  importLabelNumbers,
} from "#shipping/server/labels/label-files.ts";
import {
  listNumberRanges,
  createNumberRange,
  importNumbers,
  changeNumberRange,
} from "#shipping/server/labels/number-ranges.ts";
import {
  listManifests,
  readManifest,
  openManifest,
  closeManifest,
  reopenManifest,
} from "#shipping/server/manifests/manifests.ts";
import { addScan, removePackage } from "#shipping/server/manifests/scans.ts";
import { handOverManifest } from "#shipping/server/manifests/hand-over.ts";
import {
  recordCarrierWeight,
  settleCarrierWeight,
} from "#shipping/server/manifests/carrier-weights.ts";
import { takeBackPackage } from "#shipping/server/manifests/take-back.ts";
import { printManifest, exportManifest } from "#shipping/server/manifests/print-manifest.ts";
import { mergePackages, splitPackage } from "#goods/server/packages/split-packages.ts";
import { addStorageRates, listStorageRates } from "#goods/server/storage-rates/storage-rates.ts";
import { createBox, listBoxes, setOverWeightFee, updateBox } from "#shipping/server/boxes/boxes.ts";
import {
  cancelExtraService,
  finishExtraService,
  refuseExtraService,
} from "#shipping/server/extra-services/finish-extra-service.ts";
import {
  createExtraService,
  listExtraServicePrices,
  listExtraServices,
  updateExtraService,
} from "#shipping/server/extra-services/extra-services.ts";
import { listExtraServiceWork } from "#shipping/server/extra-services/orders.ts";
import { listUnpaidExtraServices } from "#shipping/server/extra-services/unpaid-orders.ts";
import { requestExtraService } from "#shipping/server/extra-services/order-extra-service.ts";
import { acceptQuote } from "#shipping/server/ship-requests/apply-quote.ts";
import { cancelShipRequest } from "#shipping/server/ship-requests/end-request.ts";
import {
  changeParcels,
  continueWithoutMissing,
  leaveOutParcels,
} from "#shipping/server/ship-requests/change-parcels.ts";
import { changePaymentMode } from "#shipping/server/ship-requests/change-payment-mode.ts";
import { estimateShipping } from "#shipping/server/ship-requests/estimate-shipping.ts";
import { listShipRequests, readShipRequest } from "#shipping/server/ship-requests/ship-requests.ts";
import { readShelvedBox } from "#shipping/server/ship-requests/chosen-parcels.ts";
import { requestShipping } from "#shipping/server/ship-requests/request-shipping.ts";
import { addPackingImage } from "#shipping/server/ship-requests/packing/packing-images.ts";
import {
  cancelShipRequest as cancelAnyShipRequest,
  listQueue,
  openBox,
  readShipRequest as readAnyShipRequest,
  reportMissing,
  takeOver,
} from "#shipping/server/ship-requests/packing/packing.ts";
import { closeBox } from "#shipping/server/ship-requests/packing/close-box.ts";
import { removeFromBox, scanIntoBox } from "#shipping/server/ship-requests/packing/scans.ts";
import { compareServices } from "#shipping/server/quotes/compare-services.ts";
import {
  endShare,
  readOwnShare,
  readShared,
  shareOwnPackage,
} from "#goods/server/packages/shares.ts";
import {
  cancelPackage,
  deletePackage,
  setPackageStatus,
} from "#goods/server/packages/end-packages.ts";
import { createPackage } from "#goods/server/packages/create-package.ts";
import { addImage, deleteImage, deleteOwnImage } from "#goods/server/packages/package-images.ts";
import { addLeg, updateLeg } from "#goods/server/packages/legs/edit-legs.ts";
import { setLegStatus } from "#goods/server/packages/legs/set-leg-status.ts";
import {
  exportDelivered,
  listPackages,
  listShipments,
} from "#goods/server/packages/lists/list-packages.ts";
import {
  deleteQrCode,
  generateQrCode,
  listQrCodes,
  readQrCode,
} from "#goods/server/packages/qr-codes.ts";
import { readPackage, readShipment, trackPackage } from "#goods/server/packages/read-packages.ts";
import {
  setFinalWeight,
  updatePackage,
  updateRecipient,
} from "#goods/server/packages/update-package.ts";
import {
  addClaimFile,
  claimInboundParcel,
  listOwnClaims,
  withdrawClaim,
} from "#goods/server/parcel-claims/own-claims.ts";
import { decideClaim, matchInboundParcel } from "#goods/server/parcel-claims/decide-claims.ts";
import {
  listClaims,
  listUnmatchedParcels,
  readClaim,
  readUnmatchedParcel,
} from "#goods/server/parcel-claims/read-claims.ts";
import { printLabel, readParcelLabel } from "#goods/server/receiving/labels/print-label.ts";
import {
  createStorageLocations,
  listStorageLocations,
  printLabels,
  updateStorageLocation,
} from "#goods/server/storage-locations/storage-locations.ts";
import { platformOperations } from "#platform/server/operations.ts";
import { catalogueOperations } from "#catalogue/server/operations.ts";
import { peopleOperations } from "#people/server/operations.ts";
import { noticesOperations } from "#notices/server/operations.ts";
import { moneyOperations } from "#money/server/operations.ts";
import { trackingOperations } from "#tracking/server/operations.ts";
import { officeOperations } from "#office/server/operations.ts";

/**
 * Every operation of the contract: each module states its own, and completes the areas that modules below it began. The
 * modules stand from the lowest to the highest; a missing operation is a type error here.
 */
export const router = bindOperations(api, {
  ...platformOperations,
  ...catalogueOperations,
  ...peopleOperations,
  ...noticesOperations,
  ...moneyOperations,
  ...trackingOperations,
  ...officeOperations,
  inboundParcels: {
    readAddress,
    listInboundParcels,
    readInboundParcel,
    readPasted,
    declareInboundParcels,
    changeDeclaration,
    cancelInboundParcel,
    moveInboundParcels,
    rejectInboundParcel,
    listAllInboundParcels,
    listShipmentParcels,
    readAnyInboundParcel,
  },
  receiving: {
    readScan,
    receiveInboundParcel,
    measureAgain,
    correctReceivingRecord,
    addInboundParcelImage,
    storeInboundParcels,
    listAwaitedNumbers,
    readReceivingDay,
    listReceivingWarehouses,
    printLabel,
    readParcelLabel,
  },
  parcelClaims: {
    claimInboundParcel,
    addClaimFile,
    listOwnClaims,
    withdrawClaim,
    listUnmatchedParcels,
    readUnmatchedParcel,
    matchInboundParcel,
    listClaims,
    readClaim,
    decideClaim,
  },
  stocktakes: {
    startStocktake,
    listStocktakes,
    readStocktake,
    listStoredParcels,
    recordScans,
    finishStocktake,
  },
  storageLocations: {
    listStorageLocations,
    createStorageLocations,
    updateStorageLocation,
    printLabels,
  },
  tracking: {
    ...trackingOperations.tracking,
    refreshTracking,
    readTracking,
    listTrackers,
    listQuestions,
    answerQuestion,
    setCarrier,
    addEvent,
  },
  storageRates: { listStorageRates, addStorageRates },
  packageShares: { readOwnShare, shareOwnPackage, endShare, readShared },
  packages: {
    mergePackages,
    splitPackage,
    listPackages,
    readPackage,
    trackPackage,
    createPackage,
    addImage,
    updatePackage,
    updateRecipient,
    cancelPackage,
    deleteOwnImage,
    listShipments,
    readShipment,
    setPackageStatus,
    setFinalWeight,
    addLeg,
    updateLeg,
    setLegStatus,
    deleteImage,
    listQrCodes,
    generateQrCode,
    readQrCode,
    deleteQrCode,
    deletePackage,
    exportDelivered,
  },
  quotes: { ...catalogueOperations.quotes, compareServices },
  shipRequests: {
    estimateShipping,
    requestShipping,
    readShelvedBox,
    readShipRequest,
    listShipRequests,
    acceptQuote,
    changePaymentMode,
    changeParcels,
    continueWithoutMissing,
    leaveOutParcels,
    cancelShipRequest,
  },
  packing: {
    listQueue,
    readShipRequest: readAnyShipRequest,
    scanIntoBox,
    removeFromBox,
    takeOver,
    reportMissing,
    addPackingImage,
    closeBox,
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
    makeLabel,
    voidLabel,
    printShippingLabel,
    readLabelFileSettings,
    changeLabelFileSettings,
    exportLabelFile,
    importLabelNumbers,
  },
  numberRanges: {
    listNumberRanges,
    createNumberRange,
    importNumbers,
    changeNumberRange,
  },
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
});
