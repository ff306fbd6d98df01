import type { goods } from "#goods/contract/goods.ts";
import type { inboundParcels } from "#goods/contract/inbound-parcels.ts";
import type { packageShares } from "#goods/contract/package-shares.ts";
import type { packages } from "#goods/contract/packages.ts";
import type { parcelClaims } from "#goods/contract/parcel-claims.ts";
import type { parcelRemovals } from "#goods/contract/parcel-removals.ts";
import type { receiving } from "#goods/contract/receiving.ts";
import type { stocktakes } from "#goods/contract/stocktakes.ts";
import type { storageLocations, storageRates } from "#goods/contract/storage.ts";
import type { tracking } from "#tracking/contract/tracking.ts";
import { describedAgain, type Operations } from "#platform/server/context.ts";
import { trackingOperations } from "#tracking/server/operations.ts";
import { acceptProof, addProof, refuseProof } from "./goods/goods-proofs.ts";
import { correctItems } from "./goods/correct-items.ts";
import { listRecentItems, saveItems } from "./goods/goods-items.ts";
import {
  endWord,
  importHsCodes,
  importStopWords,
  importWords,
  listWords,
  readSdrRate,
  setSdrRate,
} from "./goods/goods-lists.ts";
import { suggestWords } from "./goods/goods-words.ts";
import {
  exportStock,
  getStaffParcel,
  listAllInboundParcels,
  readAnyInboundParcel,
} from "./inbound-parcels/all-inbound-parcels.ts";
import {
  changeDeclaration,
  cancelInboundParcel,
  rejectInboundParcel,
} from "./inbound-parcels/change-inbound-parcels.ts";
import {
  readPasted,
  declareInboundParcels,
  describeDeclaredAgain,
  keepDeclared,
} from "./inbound-parcels/declare-inbound-parcels.ts";
import { moveInboundParcels } from "./inbound-parcels/move-inbound-parcels.ts";
import { addInboundParcelImage } from "./inbound-parcels/parcel-images.ts";
import {
  readAddress,
  listInboundParcels,
  readInboundParcel,
  listShipmentParcels,
} from "./inbound-parcels/read-inbound-parcels.ts";
import { createPackage, describeCreated, keepCreated } from "./packages/create-package.ts";
import { cancelPackage, setPackageStatus, deletePackage } from "./packages/end-packages.ts";
import { addLeg, updateLeg } from "./packages/legs/edit-legs.ts";
import { setLegStatus } from "./packages/legs/set-leg-status.ts";
import { exportShipments } from "./packages/lists/export-shipments.ts";
import { listPackages, listShipments, exportDelivered } from "./packages/lists/list-packages.ts";
import { addImage, deleteOwnImage, deleteImage } from "./packages/package-images.ts";
import { listQrCodes, generateQrCode, readQrCode, deleteQrCode } from "./packages/qr-codes.ts";
import {
  listRecentRecipients,
  readPackage,
  trackPackage,
  readShipment,
} from "./packages/read-packages.ts";
import { readOwnShare, shareOwnPackage, endShare, readShared } from "./packages/shares.ts";
import { describeSplit, mergePackages, splitPackage } from "./packages/split-packages.ts";
import {
  confirmPackage,
  updatePackage,
  updateRecipient,
  setFinalWeight,
} from "./packages/update-package.ts";
import { matchInboundParcel, decideClaim } from "./parcel-claims/decide-claims.ts";
import {
  claimInboundParcel,
  describeClaimAgain,
  addClaimFile,
  listOwnClaims,
  withdrawClaim,
} from "./parcel-claims/own-claims.ts";
import {
  listUnmatchedParcels,
  readUnmatchedParcel,
  listClaims,
  readClaim,
} from "./parcel-claims/read-claims.ts";
import { confirmParcelRemoval, declineParcelRemoval } from "./parcel-removals/decide-removals.ts";
import { requestParcelRemoval } from "./parcel-removals/request-removal.ts";
import { printLabel, readParcelLabel } from "./receiving/stickers.ts";
import { correctParcelOwner } from "./receiving/correct-owner.ts";
import { undoReceiving } from "./receiving/undo-receiving.ts";
import { measureAgain, correctReceivingRecord } from "./receiving/measure-parcels.ts";
import { readScan } from "./receiving/read-scan.ts";
import { receiveInboundParcel } from "./receiving/receive-inbound-parcel.ts";
import {
  listAwaitedNumbers,
  listOwnRecords,
  readReceivingDay,
  listReceivingWarehouses,
} from "./receiving/receiving-desk.ts";
import { storeInboundParcels } from "./receiving/store-inbound-parcels.ts";
import {
  startStocktake,
  listStocktakes,
  readStocktake,
  listStoredParcels,
  recordScans,
  finishStocktake,
} from "./stocktakes/stocktakes.ts";
import {
  listStorageLocations,
  createStorageLocations,
  updateStorageLocation,
  printLabels,
} from "./storage-locations/storage-locations.ts";
import { listStorageRates, addStorageRates } from "./storage-rates/storage.ts";
import {
  refreshTracking,
  listQuestions,
  answerQuestion,
  setCarrier,
  readTracking,
  listTrackers,
} from "./tracking/trackers.ts";
import { addEvent } from "./tracking/carrier-events.ts";

/** The function of each operation of goods, with those of tracking that move them. */
export const goodsOperations: Operations<{
  readonly inboundParcels: typeof inboundParcels;
  readonly goods: typeof goods;
  readonly receiving: typeof receiving;
  readonly parcelClaims: typeof parcelClaims;
  readonly parcelRemovals: typeof parcelRemovals;
  readonly stocktakes: typeof stocktakes;
  readonly storageLocations: typeof storageLocations;
  readonly storageRates: typeof storageRates;
  readonly packageShares: typeof packageShares;
  readonly packages: typeof packages;
  readonly tracking: typeof tracking;
}> = {
  inboundParcels: {
    readAddress,
    listInboundParcels,
    readInboundParcel,
    readPasted,
    declareInboundParcels: describedAgain(
      declareInboundParcels,
      keepDeclared,
      describeDeclaredAgain,
    ),
    changeDeclaration,
    cancelInboundParcel,
    moveInboundParcels,
    rejectInboundParcel,
    listAllInboundParcels,
    exportStock,
    listShipmentParcels,
    readAnyInboundParcel,
  },
  goods: {
    suggestWords,
    listRecentItems,
    saveItems,
    correctItems,
    addProof,
    acceptProof,
    refuseProof,
    listWords,
    endWord,
    importWords,
    importStopWords,
    importHsCodes,
    readSdrRate,
    setSdrRate,
  },
  receiving: {
    readScan,
    receiveInboundParcel,
    measureAgain,
    correctReceivingRecord,
    correctParcelOwner: describedAgain(
      correctParcelOwner,
      ({ id }) => id,
      (context, id) => getStaffParcel(context, context.db, id),
    ),
    undoReceiving,
    addInboundParcelImage,
    storeInboundParcels,
    listAwaitedNumbers,
    readReceivingDay,
    listOwnRecords,
    listReceivingWarehouses,
    printLabel,
    readParcelLabel,
  },
  parcelClaims: {
    claimInboundParcel: describedAgain(claimInboundParcel, ({ id }) => id, describeClaimAgain),
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
  parcelRemovals: { requestParcelRemoval, confirmParcelRemoval, declineParcelRemoval },
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
  storageRates: { listStorageRates, addStorageRates },
  packageShares: { readOwnShare, shareOwnPackage, endShare, readShared },
  packages: {
    listRecentRecipients,
    mergePackages,
    splitPackage: describedAgain(
      splitPackage,
      ({ package: { id: packageId } }) => ({ packageId }),
      describeSplit,
    ),
    listPackages,
    readPackage,
    trackPackage,
    createPackage: describedAgain(createPackage, keepCreated, describeCreated),
    addImage,
    updatePackage,
    updateRecipient,
    cancelPackage,
    confirmPackage,
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
    exportShipments,
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
};
