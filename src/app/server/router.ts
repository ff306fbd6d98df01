// It imports and binds every operation, a line each.
/* oxlint-disable eslint/max-lines */
import { api } from "#app/contract/api.ts";
import { bindOperations } from "./access.ts";
import { listPlanPayments, readDashboard } from "#office/server/admin/dashboard.ts";
import { listWorkItems } from "#office/server/admin/work-items/work-items.ts";
import { exportEntries, listEntries } from "#office/server/audit/audit-entries.ts";
import { completeCallback, resendVerification, signUp } from "#people/server/auth/sign-up.ts";
import { confirmPassword } from "#people/server/auth/reauthentication.ts";
import { requestPasswordReset, resetPassword } from "#people/server/auth/reset-password.ts";
import {
  endOtherSessions,
  endSession,
  listSessions,
  readSession,
  refreshSession,
  signOut,
} from "#people/server/auth/sessions/sessions.ts";
import { signInAsAdmin, signIn } from "#people/server/auth/sign-in.ts";
import {
  completeTwoFactor,
  confirmTwoFactor,
  disableTwoFactor,
  readTwoFactor,
  renewBackupCodes,
  startTwoFactor,
} from "#people/server/auth/two-factor/two-factor.ts";
import { subscribeToChanges } from "#platform/server/change-stream/subscribe-to-changes.ts";
import {
  listErrors,
  readError,
  resolveError,
} from "#platform/server/error-reports/error-reports.ts";
import { reportError } from "#platform/server/error-reports/record-error.ts";
import { readExchangeRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
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
import {
  listFailedMessages,
  retryCarrierMessage,
} from "#tracking/server/tracking/carrier-messages.ts";
import { listTrackers, readTracking } from "#goods/server/tracking/list-trackers.ts";
import { readProviderDelay } from "#tracking/server/tracking/read-trackers.ts";
import { retryTracker, stopTracker } from "#tracking/server/tracking/trackers.ts";
import {
  finishStocktake,
  listStocktakes,
  listStoredParcels,
  readStocktake,
  recordScans,
  startStocktake,
} from "#goods/server/stocktakes/stocktakes.ts";
import {
  listFreightCharges,
  readFreightFigures,
} from "#office/server/freight-figures/freight-figures.ts";
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
import {
  createWarehouse,
  listWarehouses,
  updateWarehouse,
} from "#catalogue/server/warehouses/warehouses.ts";
import { mergePackages, splitPackage } from "#goods/server/packages/split-packages.ts";
import { addStorageRates, listStorageRates } from "#goods/server/storage-rates/storage-rates.ts";
import { acceptSuggestions, listSuggestions } from "#catalogue/server/suggestions/suggestions.ts";
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
import { createCarrier, listCarriers, updateCarrier } from "#catalogue/server/carriers/carriers.ts";
import {
  listLanes,
  listSuspendedLanes,
  reopenLane,
  suspendLane,
} from "#catalogue/server/lanes/lanes.ts";
import { readTimes } from "#catalogue/server/lanes/times/read-times.ts";
import {
  addServiceVersion,
  listServiceVersions,
  listShippingServices,
  readServiceVersion,
} from "#catalogue/server/shipping-services/shipping-services.ts";
import { exportRates, importRates } from "#catalogue/server/shipping-services/rates.ts";
import { compareServices } from "#shipping/server/quotes/compare-services.ts";
import { estimateFreight, listServices } from "#catalogue/server/quotes/quotes.ts";
import { liftLimit, listLimits } from "#platform/server/limits/limits.ts";
import { countUnread, listNotifications, markRead } from "#notices/server/notifications/inbox.ts";
import {
  listPreferences,
  setPreference,
  unsubscribe,
} from "#notices/server/notifications/preferences.ts";
import {
  listPushDevices,
  setPushDetails,
  subscribePush,
  unsubscribePush,
} from "#notices/server/notifications/push-devices.ts";
import { sendTestPush } from "#notices/server/notifications/send-push.ts";
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
  changeSetting,
  readPublicSettings,
  readSettings,
} from "#office/server/settings/settings.ts";
import { removeTrackingKey, saveTrackingKey } from "#office/server/settings/tracking-key.ts";
import { removePaymentAccess, savePaymentAccess } from "#office/server/settings/payment-access.ts";
import {
  createStorageLocations,
  listStorageLocations,
  printLabels,
  updateStorageLocation,
} from "#goods/server/storage-locations/storage-locations.ts";
import { closeAccount, readAccountClosing } from "#office/server/users/closing/close-account.ts";
import { exportAccount } from "#office/server/users/closing/export-account.ts";
import { listUsers, readUser } from "#office/server/users/users.ts";
import {
  chooseLanguage,
  readProfile,
  updateDisplayCurrency,
  updateProfile,
} from "#people/server/users/profile.ts";
import {
  readNotificationSettings,
  updateNotificationSettings,
} from "#notices/server/users/notification-settings.ts";
import { restoreUser, suspendUser } from "#office/server/users/suspend-user.ts";
import { endStaffRole, grantStaffRole } from "#office/server/users/staff-roles.ts";
import { updateUser } from "#office/server/users/update-user.ts";
import { moneyOperations } from "#money/server/operations.ts";

/** Every operation of the contract; a missing one, or one of another access level, is a type error here. */
export const router = bindOperations(api, {
  ...moneyOperations,
  auth: {
    readSession,
    refreshSession,
    signUp,
    signIn,
    signInAsAdmin,
    signOut,
    completeCallback,
    resendVerification,
    requestPasswordReset,
    resetPassword,
    completeTwoFactor,
    confirmPassword,
    readTwoFactor,
    startTwoFactor,
    confirmTwoFactor,
    renewBackupCodes,
    disableTwoFactor,
    listSessions,
    endSession,
    endOtherSessions,
  },
  users: {
    readProfile,
    updateProfile,
    listUsers,
    readUser,
    updateUser,
    suspendUser,
    restoreUser,
    grantStaffRole,
    endStaffRole,
    readNotificationSettings,
    updateNotificationSettings,
    updateDisplayCurrency,
    chooseLanguage,
    exportAccount,
    readAccountClosing,
    closeAccount,
  },
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
    refreshTracking,
    readProviderDelay,
    readTracking,
    listTrackers,
    listQuestions,
    listFailedMessages,
    answerQuestion,
    setCarrier,
    retryTracker,
    stopTracker,
    retryCarrierMessage,
    addEvent,
  },
  warehouses: { listWarehouses, createWarehouse, updateWarehouse },
  storageRates: { listStorageRates, addStorageRates },
  suggestions: { listSuggestions, acceptSuggestions },
  notifications: {
    listNotifications,
    countUnread,
    markRead,
    listPreferences,
    setPreference,
    unsubscribe,
    listPushDevices,
    subscribePush,
    setPushDetails,
    unsubscribePush,
    sendTestPush,
  },
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
  lanes: {
    readTimes,
    listSuspendedLanes,
    listLanes,
    suspendLane,
    reopenLane,
  },
  quotes: { listServices, estimateFreight, compareServices },
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
  rates: { importRates, exportRates },
  shippingServices: {
    listShippingServices,
    listServiceVersions,
    readServiceVersion,
    addServiceVersion,
  },
  freightFigures: {
    readFreightFigures,
    listFreightCharges,
  },
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
  carriers: {
    listCarriers,
    createCarrier,
    updateCarrier,
  },
  settings: {
    readPublicSettings,
    readSettings,
    changeSetting,
    savePaymentAccess,
    removePaymentAccess,
    saveTrackingKey,
    removeTrackingKey,
  },
  errorReports: {
    reportError,
    listErrors,
    readError,
    resolveError,
  },
  exchangeRates: { readExchangeRates },
  limits: {
    listLimits,
    liftLimit,
  },
  changeStream: {
    subscribeToChanges,
  },
  admin: {
    readDashboard,
    listPlanPayments,
    listWorkItems,
  },
  audit: {
    listEntries,
    exportEntries,
  },
});
