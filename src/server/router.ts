// It imports and binds every operation, a line each.
/* oxlint-disable eslint/max-lines */
import { api } from "#contract/api.ts";
import { bindOperations } from "./access.ts";
import { listPlanPayments } from "#server/admin/list-plan-payments.ts";
import { readDashboard } from "#server/admin/read-dashboard.ts";
import { listWorkItems } from "#server/admin/work-items/list-work-items.ts";
import { exportEntries } from "#server/audit/export-entries.ts";
import { listEntries } from "#server/audit/list-entries.ts";
import { completeCallback } from "#server/auth/complete-callback.ts";
import { confirmPassword } from "#server/auth/confirm-password.ts";
import { requestPasswordReset } from "#server/auth/request-password-reset.ts";
import { resendVerification } from "#server/auth/resend-verification.ts";
import { resetPassword } from "#server/auth/reset-password.ts";
import { endOtherSessions } from "#server/auth/sessions/end-other-sessions.ts";
import { endSession } from "#server/auth/sessions/end-session.ts";
import { listSessions } from "#server/auth/sessions/list-sessions.ts";
import { readSession } from "#server/auth/sessions/read-session.ts";
import { refreshSession } from "#server/auth/sessions/refresh-session.ts";
import { signInAsAdmin } from "#server/auth/sign-in-as-admin.ts";
import { signIn } from "#server/auth/sign-in.ts";
import { signOut } from "#server/auth/sign-out.ts";
import { signUp } from "#server/auth/sign-up.ts";
import { completeTwoFactor } from "#server/auth/two-factor/complete-two-factor.ts";
import { confirmTwoFactor } from "#server/auth/two-factor/confirm-two-factor.ts";
import { disableTwoFactor } from "#server/auth/two-factor/disable-two-factor.ts";
import { readTwoFactor } from "#server/auth/two-factor/read-two-factor.ts";
import { renewBackupCodes } from "#server/auth/two-factor/renew-backup-codes.ts";
import { startTwoFactor } from "#server/auth/two-factor/start-two-factor.ts";
import { subscribeToChanges } from "#server/change-stream/subscribe-to-changes.ts";
import { listErrors } from "#server/error-reports/list-errors.ts";
import { readError } from "#server/error-reports/read-error.ts";
import { reportError } from "#server/error-reports/report-error.ts";
import { resolveError } from "#server/error-reports/resolve-error.ts";
import { readExchangeRates } from "#server/exchange-rates/read-exchange-rates.ts";
import { cancelInboundParcel } from "#server/inbound-parcels/cancel-inbound-parcel.ts";
import { changeDeclaration } from "#server/inbound-parcels/change-declaration.ts";
import { declareInboundParcels } from "#server/inbound-parcels/declare-inbound-parcels.ts";
import { listInboundParcels } from "#server/inbound-parcels/list-inbound-parcels.ts";
import { listShipmentParcels } from "#server/inbound-parcels/list-shipment-parcels.ts";
import { moveInboundParcels } from "#server/inbound-parcels/move-inbound-parcels.ts";
import { readAddress } from "#server/inbound-parcels/read-address.ts";
import { readInboundParcel } from "#server/inbound-parcels/read-inbound-parcel.ts";
import { readPasted } from "#server/inbound-parcels/read-pasted.ts";
import { rejectInboundParcel } from "#server/inbound-parcels/reject-inbound-parcel.ts";
import { listAllInboundParcels } from "#server/inbound-parcels/admin/list-all-inbound-parcels.ts";
import { readAnyInboundParcel } from "#server/inbound-parcels/admin/read-any-inbound-parcel.ts";
import { addInboundParcelImage } from "#server/inbound-parcels/images/add-inbound-parcel-image.ts";
import { listAwaitedNumbers } from "#server/receiving/list-awaited-numbers.ts";
import { listReceivingWarehouses } from "#server/receiving/list-receiving-warehouses.ts";
import { correctReceivingRecord } from "#server/receiving/correct-receiving-record.ts";
import { measureAgain } from "#server/receiving/measure-again.ts";
import { storeInboundParcels } from "#server/receiving/store-inbound-parcels.ts";
import { readReceivingDay } from "#server/receiving/read-receiving-day.ts";
import { readScan } from "#server/receiving/read-scan.ts";
import { receiveInboundParcel } from "#server/receiving/receive-inbound-parcel.ts";
import { addEvent } from "#server/tracking/add-event.ts";
import { answerQuestion } from "#server/tracking/answer-question.ts";
import { listFailedMessages } from "#server/tracking/list-failed-messages.ts";
import { listQuestions } from "#server/tracking/list-questions.ts";
import { listTrackers } from "#server/tracking/list-trackers.ts";
import { readProviderDelay } from "#server/tracking/read-provider-delay.ts";
import { readTracking } from "#server/tracking/read-tracking.ts";
import { refreshTracking } from "#server/tracking/refresh-tracking.ts";
import { retryCarrierMessage } from "#server/tracking/retry-carrier-message.ts";
import { retryTracker } from "#server/tracking/retry-tracker.ts";
import { setCarrier } from "#server/tracking/set-carrier.ts";
import { stopTracker } from "#server/tracking/stop-tracker.ts";
import { finishStocktake } from "#server/stocktakes/finish-stocktake.ts";
import { listStocktakes } from "#server/stocktakes/list-stocktakes.ts";
import { listStoredParcels } from "#server/stocktakes/list-stored-parcels.ts";
import { readStocktake } from "#server/stocktakes/read-stocktake.ts";
import { recordScans } from "#server/stocktakes/record-scans.ts";
import { startStocktake } from "#server/stocktakes/start-stocktake.ts";
import { listFreightCharges } from "#server/freight-figures/list-freight-charges.ts";
import { readFreightFigures } from "#server/freight-figures/read-freight-figures.ts";
import { listPackagesToLabel } from "#server/labels/list-packages-to-label.ts";
import { makeLabel } from "#server/labels/make-label.ts";
import { voidLabel } from "#server/labels/void-label.ts";
import { printShippingLabel } from "#server/labels/print-shipping-label.ts";
import { readLabelFileSettings } from "#server/labels/files/read-label-file-settings.ts";
import { changeLabelFileSettings } from "#server/labels/files/change-label-file-settings.ts";
import { exportLabelFile } from "#server/labels/files/export-label-file.ts";
import { importLabelNumbers } from "#server/labels/files/import-label-numbers.ts";
import { listNumberRanges } from "#server/labels/number-ranges/list-number-ranges.ts";
import { createNumberRange } from "#server/labels/number-ranges/create-number-range.ts";
import { importNumbers } from "#server/labels/number-ranges/import-numbers.ts";
import { changeNumberRange } from "#server/labels/number-ranges/change-number-range.ts";
import { listManifests } from "#server/manifests/list-manifests.ts";
import { readManifest } from "#server/manifests/read-manifest.ts";
import { openManifest } from "#server/manifests/open-manifest.ts";
import { addScan } from "#server/manifests/add-scan.ts";
import { removePackage } from "#server/manifests/remove-package.ts";
import { closeManifest } from "#server/manifests/close-manifest.ts";
import { reopenManifest } from "#server/manifests/reopen-manifest.ts";
import { handOverManifest } from "#server/manifests/hand-over/hand-over-manifest.ts";
import { recordCarrierWeight } from "#server/manifests/carrier-weights/record-carrier-weight.ts";
import { settleCarrierWeight } from "#server/manifests/carrier-weights/settle-carrier-weight.ts";
import { takeBackPackage } from "#server/manifests/take-back/take-back-package.ts";
import { printManifest } from "#server/manifests/print-manifest.ts";
import { exportManifest } from "#server/manifests/export-manifest.ts";
import { createWarehouse } from "#server/warehouses/create-warehouse.ts";
import { listWarehouses } from "#server/warehouses/list-warehouses.ts";
import { updateWarehouse } from "#server/warehouses/update-warehouse.ts";
import { mergePackages } from "#server/packages/merge-packages.ts";
import { splitPackage } from "#server/packages/split-package.ts";
import { addStorageRates } from "#server/storage-rates/add-storage-rates.ts";
import { acceptSuggestions } from "#server/suggestions/accept-suggestions.ts";
import { listSuggestions } from "#server/suggestions/list-suggestions.ts";
import { listStorageRates } from "#server/storage-rates/list-storage-rates.ts";
import { createBox } from "#server/boxes/create-box.ts";
import { listBoxes } from "#server/boxes/list-boxes.ts";
import { setOverWeightFee } from "#server/boxes/set-over-weight-fee.ts";
import { updateBox } from "#server/boxes/update-box.ts";
import { cancelExtraService } from "#server/extra-services/cancel-extra-service.ts";
import { createExtraService } from "#server/extra-services/create-extra-service.ts";
import { finishExtraService } from "#server/extra-services/finish-extra-service.ts";
import { listExtraServicePrices } from "#server/extra-services/list-extra-service-prices.ts";
import { listExtraServiceWork } from "#server/extra-services/list-extra-service-work.ts";
import { listExtraServices } from "#server/extra-services/list-extra-services.ts";
import { listUnpaidExtraServices } from "#server/extra-services/list-unpaid-extra-services.ts";
import { refuseExtraService } from "#server/extra-services/refuse-extra-service.ts";
import { requestExtraService } from "#server/extra-services/request-extra-service.ts";
import { updateExtraService } from "#server/extra-services/update-extra-service.ts";
import { acceptQuote } from "#server/ship-requests/accept-quote.ts";
import { cancelShipRequest } from "#server/ship-requests/cancel-ship-request.ts";
import { changeParcels } from "#server/ship-requests/change-parcels.ts";
import { changePaymentMode } from "#server/ship-requests/change-payment-mode.ts";
import { continueWithoutMissing } from "#server/ship-requests/continue-without-missing.ts";
import { estimateShipping } from "#server/ship-requests/estimate-shipping.ts";
import { leaveOutParcels } from "#server/ship-requests/leave-out-parcels.ts";
import { listShipRequests } from "#server/ship-requests/list-ship-requests.ts";
import { readShelvedBox } from "#server/ship-requests/read-shelved-box.ts";
import { readShipRequest } from "#server/ship-requests/read-ship-request.ts";
import { requestShipping } from "#server/ship-requests/request-shipping.ts";
import { addPackingImage } from "#server/ship-requests/packing/add-packing-image.ts";
import { cancelShipRequest as cancelAnyShipRequest } from "#server/ship-requests/packing/cancel-ship-request.ts";
import { closeBox } from "#server/ship-requests/packing/close-box.ts";
import { listQueue } from "#server/ship-requests/packing/list-queue.ts";
import { openBox } from "#server/ship-requests/packing/open-box.ts";
import { readShipRequest as readAnyShipRequest } from "#server/ship-requests/packing/read-ship-request.ts";
import { removeFromBox } from "#server/ship-requests/packing/remove-from-box.ts";
import { reportMissing } from "#server/ship-requests/packing/report-missing.ts";
import { scanIntoBox } from "#server/ship-requests/packing/scan-into-box.ts";
import { takeOver } from "#server/ship-requests/packing/take-over.ts";
import { createCarrier } from "#server/carriers/create-carrier.ts";
import { listCarriers } from "#server/carriers/list-carriers.ts";
import { updateCarrier } from "#server/carriers/update-carrier.ts";
import { listLanes } from "#server/lanes/list-lanes.ts";
import { listSuspendedLanes } from "#server/lanes/list-suspended-lanes.ts";
import { reopenLane } from "#server/lanes/reopen-lane.ts";
import { readTimes } from "#server/lanes/times/read-times.ts";
import { suspendLane } from "#server/lanes/suspend-lane.ts";
import { addServiceVersion } from "#server/shipping-services/add-service-version.ts";
import { exportRates } from "#server/shipping-services/export-rates.ts";
import { importRates } from "#server/shipping-services/import-rates.ts";
import { listServiceVersions } from "#server/shipping-services/list-service-versions.ts";
import { listShippingServices } from "#server/shipping-services/list-shipping-services.ts";
import { readServiceVersion } from "#server/shipping-services/read-service-version.ts";
import { compareServices } from "#server/quotes/compare-services.ts";
import { estimateFreight } from "#server/quotes/estimate-freight.ts";
import { listServices } from "#server/quotes/list-services.ts";
import { liftLimit } from "#server/limits/lift-limit.ts";
import { listLimits } from "#server/limits/list-limits.ts";
import { countUnread } from "#server/notifications/count-unread.ts";
import { listNotifications } from "#server/notifications/list-notifications.ts";
import { markRead } from "#server/notifications/mark-read.ts";
import { listPreferences } from "#server/notifications/preferences/list-preferences.ts";
import { setPreference } from "#server/notifications/preferences/set-preference.ts";
import { listPushDevices } from "#server/notifications/push/list-push-devices.ts";
import { sendTestPush } from "#server/notifications/push/send-test-push.ts";
import { setPushDetails } from "#server/notifications/push/set-push-details.ts";
import { subscribePush } from "#server/notifications/push/subscribe-push.ts";
import { unsubscribePush } from "#server/notifications/push/unsubscribe-push.ts";
import { unsubscribe } from "#server/notifications/preferences/unsubscribe.ts";
import { endShare } from "#server/packages/shares/end-share.ts";
import { readOwnShare } from "#server/packages/shares/read-own-share.ts";
import { readShared } from "#server/packages/shares/read-shared.ts";
import { shareOwnPackage } from "#server/packages/shares/share-own-package.ts";
import { cancelPackage } from "#server/packages/cancel-package.ts";
import { createPackage } from "#server/packages/create-package.ts";
import { deletePackage } from "#server/packages/delete-package.ts";
import { addImage } from "#server/packages/images/add-image.ts";
import { deleteImage } from "#server/packages/images/delete-image.ts";
import { deleteOwnImage } from "#server/packages/images/delete-own-image.ts";
import { addLeg } from "#server/packages/legs/add-leg.ts";
import { setLegStatus } from "#server/packages/legs/set-leg-status.ts";
import { updateLeg } from "#server/packages/legs/update-leg.ts";
import { exportDelivered } from "#server/packages/lists/export-delivered.ts";
import { listPackages } from "#server/packages/lists/list-packages.ts";
import { listShipments } from "#server/packages/lists/list-shipments.ts";
import { deleteQrCode } from "#server/packages/qr-codes/delete-qr-code.ts";
import { generateQrCode } from "#server/packages/qr-codes/generate-qr-code.ts";
import { listQrCodes } from "#server/packages/qr-codes/list-qr-codes.ts";
import { readQrCode } from "#server/packages/qr-codes/read-qr-code.ts";
import { readPackage } from "#server/packages/read-package.ts";
import { readShipment } from "#server/packages/read-shipment.ts";
import { setFinalWeight } from "#server/packages/set-final-weight.ts";
import { setPackageStatus } from "#server/packages/set-package-status.ts";
import { trackPackage } from "#server/packages/tracking/track-package.ts";
import { updatePackage } from "#server/packages/update-package.ts";
import { updateRecipient } from "#server/packages/update-recipient.ts";
import { addClaimFile } from "#server/parcel-claims/add-claim-file.ts";
import { claimInboundParcel } from "#server/parcel-claims/claim-inbound-parcel.ts";
import { decideClaim } from "#server/parcel-claims/decide-claim.ts";
import { listClaims } from "#server/parcel-claims/list-claims.ts";
import { listOwnClaims } from "#server/parcel-claims/list-own-claims.ts";
import { listUnmatchedParcels } from "#server/parcel-claims/list-unmatched-parcels.ts";
import { matchInboundParcel } from "#server/parcel-claims/match-inbound-parcel.ts";
import { readClaim } from "#server/parcel-claims/read-claim.ts";
import { readUnmatchedParcel } from "#server/parcel-claims/read-unmatched-parcel.ts";
import { withdrawClaim } from "#server/parcel-claims/withdraw-claim.ts";
import { createWalletDeposit } from "#server/payments/create-wallet-deposit.ts";
import { getStripePayments } from "#server/payments/get-stripe-payments.ts";
import { listProviderEvents } from "#server/payments/list-provider-events.ts";
import { listReconciliations } from "#server/payments/reconciliation/list-reconciliations.ts";
import { startReconciliation } from "#server/payments/reconciliation/start-reconciliation.ts";
import { retryProviderEvent } from "#server/payments/retry-provider-event.ts";
import { verifyWalletDeposit } from "#server/payments/verify-wallet-deposit.ts";
import { adjustQuota } from "#server/plans/adjust-quota.ts";
import { cancelSubscription } from "#server/plans/cancel-subscription.ts";
import { changeSubscription } from "#server/plans/change-subscription.ts";
import { giveComplimentaryPlan } from "#server/plans/complimentary/give-complimentary-plan.ts";
import { endSubscription } from "#server/plans/end-subscription.ts";
import { readSubscription } from "#server/plans/read-subscription.ts";
import { listEndedPlanPayments } from "#server/plans/refunds/list-ended-plan-payments.ts";
import { refundPlanPayment } from "#server/plans/refunds/refund-plan-payment.ts";
import { resumeSubscription } from "#server/plans/resume-subscription.ts";
import { settleSubscription } from "#server/plans/settle-subscription.ts";
import { startSubscription } from "#server/plans/start-subscription.ts";
import { printLabel } from "#server/receiving/labels/print-label.ts";
import { readParcelLabel } from "#server/receiving/labels/read-parcel-label.ts";
import { changeSetting } from "#server/settings/change-setting.ts";
import { readPublicSettings } from "#server/settings/read-public-settings.ts";
import { removeTrackingKey } from "#server/settings/remove-tracking-key.ts";
import { saveTrackingKey } from "#server/settings/save-tracking-key.ts";
import { readSettings } from "#server/settings/read-settings.ts";
import { removePaymentAccess } from "#server/settings/remove-payment-access.ts";
import { savePaymentAccess } from "#server/settings/save-payment-access.ts";
import { createStorageLocations } from "#server/storage-locations/create-storage-locations.ts";
import { listStorageLocations } from "#server/storage-locations/list-storage-locations.ts";
import { printLabels } from "#server/storage-locations/print-labels.ts";
import { updateStorageLocation } from "#server/storage-locations/update-storage-location.ts";
import { closeAccount } from "#server/users/closing/close-account.ts";
import { exportAccount } from "#server/users/closing/export-account.ts";
import { readAccountClosing } from "#server/users/closing/read-account-closing.ts";
import { listUsers } from "#server/users/list-users.ts";
import { chooseLanguage } from "#server/users/choose-language.ts";
import { readNotificationSettings } from "#server/users/notifications/read-notification-settings.ts";
import { updateNotificationSettings } from "#server/users/notifications/update-notification-settings.ts";
import { readProfile } from "#server/users/read-profile.ts";
import { readUser } from "#server/users/read-user.ts";
import { restoreUser } from "#server/users/restore-user.ts";
import { endStaffRole } from "#server/users/staff-roles/end-staff-role.ts";
import { grantStaffRole } from "#server/users/staff-roles/grant-staff-role.ts";
import { suspendUser } from "#server/users/suspend-user.ts";
import { updateDisplayCurrency } from "#server/users/update-display-currency.ts";
import { updateProfile } from "#server/users/update-profile.ts";
import { updateUser } from "#server/users/update-user.ts";
import { adjustWallet } from "#server/wallet/adjust-wallet.ts";
import { cancelDeposit } from "#server/wallet/deposits/cancel-deposit.ts";
import { resumeDeposit } from "#server/wallet/deposits/resume-deposit.ts";
import { startDeposit } from "#server/wallet/deposits/start-deposit.ts";
import { verifyDeposit } from "#server/wallet/deposits/verify-deposit.ts";
import { exportTransactions } from "#server/wallet/export-transactions.ts";
import { holdShippingFee } from "#server/wallet/holds/hold-shipping-fee.ts";
import { releaseHold } from "#server/wallet/holds/release-hold.ts";
import { settleHold } from "#server/wallet/holds/settle-hold.ts";
import { listTransactions } from "#server/wallet/list-transactions.ts";
import { listPayoutRequests } from "#server/wallet/payouts/list-payout-requests.ts";
import { readPayout } from "#server/wallet/payouts/read-payout.ts";
import { requestPayout } from "#server/wallet/payouts/request-payout.ts";
import { settlePayoutRequest } from "#server/wallet/payouts/settle-payout-request.ts";
import { startPayout } from "#server/wallet/payouts/start-payout.ts";
import { withdrawPayout } from "#server/wallet/payouts/withdraw-payout.ts";
import { readUserWallet } from "#server/wallet/read-user-wallet.ts";
import { readWallet } from "#server/wallet/read-wallet.ts";
import { listRefundShortfalls } from "#server/wallet/reversals/list-refund-shortfalls.ts";
import { readStatement } from "#server/wallet/statements/read-statement.ts";

/** Every operation of the contract; a missing one, or one of another access level, is a type error here. */
export const router = bindOperations(api, {
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
  plans: {
    readSubscription,
    startSubscription,
    changeSubscription,
    cancelSubscription,
    resumeSubscription,
    settleSubscription,
    giveComplimentaryPlan,
    adjustQuota,
    endSubscription,
    listEndedPlanPayments,
    refundPlanPayment,
  },
  wallet: {
    readWallet,
    listTransactions,
    startDeposit,
    resumeDeposit,
    cancelDeposit,
    verifyDeposit,
    adjustWallet,
    readUserWallet,
    holdShippingFee,
    settleHold,
    releaseHold,
    listRefundShortfalls,
    readStatement,
    exportTransactions,
    readPayout,
    withdrawPayout,
    startPayout,
    requestPayout,
    listPayoutRequests,
    settlePayoutRequest,
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
  functions: {
    createWalletDeposit,
    verifyWalletDeposit,
    getStripePayments,
  },
  payments: {
    listProviderEvents,
    retryProviderEvent,
    listReconciliations,
    startReconciliation,
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
