// It imports and binds every operation, a line each.
/* oxlint-disable eslint/max-lines */
import { api } from "#app/contract/api.ts";
import { bindOperations } from "./access.ts";
import { listPlanPayments } from "#office/server/admin/list-plan-payments.ts";
import { readDashboard } from "#office/server/admin/read-dashboard.ts";
import { listWorkItems } from "#office/server/admin/work-items/list-work-items.ts";
import { exportEntries } from "#office/server/audit/export-entries.ts";
import { listEntries } from "#office/server/audit/list-entries.ts";
import { completeCallback } from "#people/server/auth/complete-callback.ts";
import { confirmPassword } from "#people/server/auth/confirm-password.ts";
import { requestPasswordReset } from "#people/server/auth/request-password-reset.ts";
import { resendVerification } from "#people/server/auth/resend-verification.ts";
import { resetPassword } from "#people/server/auth/reset-password.ts";
import { endOtherSessions } from "#people/server/auth/sessions/end-other-sessions.ts";
import { endSession } from "#people/server/auth/sessions/end-session.ts";
import { listSessions } from "#people/server/auth/sessions/list-sessions.ts";
import { readSession } from "#people/server/auth/sessions/read-session.ts";
import { refreshSession } from "#people/server/auth/sessions/refresh-session.ts";
import { signInAsAdmin } from "#people/server/auth/sign-in-as-admin.ts";
import { signIn } from "#people/server/auth/sign-in.ts";
import { signOut } from "#people/server/auth/sign-out.ts";
import { signUp } from "#people/server/auth/sign-up.ts";
import { completeTwoFactor } from "#people/server/auth/two-factor/complete-two-factor.ts";
import { confirmTwoFactor } from "#people/server/auth/two-factor/confirm-two-factor.ts";
import { disableTwoFactor } from "#people/server/auth/two-factor/disable-two-factor.ts";
import { readTwoFactor } from "#people/server/auth/two-factor/read-two-factor.ts";
import { renewBackupCodes } from "#people/server/auth/two-factor/renew-backup-codes.ts";
import { startTwoFactor } from "#people/server/auth/two-factor/start-two-factor.ts";
import { subscribeToChanges } from "#platform/server/change-stream/subscribe-to-changes.ts";
import { listErrors } from "#platform/server/error-reports/list-errors.ts";
import { readError } from "#platform/server/error-reports/read-error.ts";
import { reportError } from "#platform/server/error-reports/report-error.ts";
import { resolveError } from "#platform/server/error-reports/resolve-error.ts";
import { readExchangeRates } from "#catalogue/server/exchange-rates/read-exchange-rates.ts";
import { cancelInboundParcel } from "#goods/server/inbound-parcels/cancel-inbound-parcel.ts";
import { changeDeclaration } from "#goods/server/inbound-parcels/change-declaration.ts";
import { declareInboundParcels } from "#goods/server/inbound-parcels/declare-inbound-parcels.ts";
import { listInboundParcels } from "#goods/server/inbound-parcels/list-inbound-parcels.ts";
import { listShipmentParcels } from "#goods/server/inbound-parcels/list-shipment-parcels.ts";
import { moveInboundParcels } from "#goods/server/inbound-parcels/move-inbound-parcels.ts";
import { readAddress } from "#goods/server/inbound-parcels/read-address.ts";
import { readInboundParcel } from "#goods/server/inbound-parcels/read-inbound-parcel.ts";
import { readPasted } from "#goods/server/inbound-parcels/read-pasted.ts";
import { rejectInboundParcel } from "#goods/server/inbound-parcels/reject-inbound-parcel.ts";
import { listAllInboundParcels } from "#goods/server/inbound-parcels/admin/list-all-inbound-parcels.ts";
import { readAnyInboundParcel } from "#goods/server/inbound-parcels/admin/read-any-inbound-parcel.ts";
import { addInboundParcelImage } from "#goods/server/inbound-parcels/images/add-inbound-parcel-image.ts";
import { listAwaitedNumbers } from "#goods/server/receiving/list-awaited-numbers.ts";
import { listReceivingWarehouses } from "#goods/server/receiving/list-receiving-warehouses.ts";
import { correctReceivingRecord } from "#goods/server/receiving/correct-receiving-record.ts";
import { measureAgain } from "#goods/server/receiving/measure-again.ts";
import { storeInboundParcels } from "#goods/server/receiving/store-inbound-parcels.ts";
import { readReceivingDay } from "#goods/server/receiving/read-receiving-day.ts";
import { readScan } from "#goods/server/receiving/read-scan.ts";
import { receiveInboundParcel } from "#goods/server/receiving/receive-inbound-parcel.ts";
import { addEvent } from "#goods/server/tracking/add-event.ts";
import { answerQuestion } from "#goods/server/tracking/answer-question.ts";
import { listFailedMessages } from "#tracking/server/tracking/list-failed-messages.ts";
import { listQuestions } from "#goods/server/tracking/list-questions.ts";
import { listTrackers } from "#goods/server/tracking/list-trackers.ts";
import { readProviderDelay } from "#tracking/server/tracking/read-provider-delay.ts";
import { readTracking } from "#goods/server/tracking/read-tracking.ts";
import { refreshTracking } from "#goods/server/tracking/refresh-tracking.ts";
import { retryCarrierMessage } from "#tracking/server/tracking/retry-carrier-message.ts";
import { retryTracker } from "#tracking/server/tracking/retry-tracker.ts";
import { setCarrier } from "#goods/server/tracking/set-carrier.ts";
import { stopTracker } from "#tracking/server/tracking/stop-tracker.ts";
import { finishStocktake } from "#goods/server/stocktakes/finish-stocktake.ts";
import { listStocktakes } from "#goods/server/stocktakes/list-stocktakes.ts";
import { listStoredParcels } from "#goods/server/stocktakes/list-stored-parcels.ts";
import { readStocktake } from "#goods/server/stocktakes/read-stocktake.ts";
import { recordScans } from "#goods/server/stocktakes/record-scans.ts";
import { startStocktake } from "#goods/server/stocktakes/start-stocktake.ts";
import { listFreightCharges } from "#office/server/freight-figures/list-freight-charges.ts";
import { readFreightFigures } from "#office/server/freight-figures/read-freight-figures.ts";
import { listPackagesToLabel } from "#shipping/server/labels/list-packages-to-label.ts";
import { makeLabel } from "#shipping/server/labels/make-label.ts";
import { voidLabel } from "#shipping/server/labels/void-label.ts";
import { printShippingLabel } from "#shipping/server/labels/print-shipping-label.ts";
import { readLabelFileSettings } from "#shipping/server/labels/files/read-label-file-settings.ts";
import { changeLabelFileSettings } from "#shipping/server/labels/files/change-label-file-settings.ts";
import { exportLabelFile } from "#shipping/server/labels/files/export-label-file.ts";
import { importLabelNumbers } from "#shipping/server/labels/files/import-label-numbers.ts";
import { listNumberRanges } from "#shipping/server/labels/number-ranges/list-number-ranges.ts";
import { createNumberRange } from "#shipping/server/labels/number-ranges/create-number-range.ts";
import { importNumbers } from "#shipping/server/labels/number-ranges/import-numbers.ts";
import { changeNumberRange } from "#shipping/server/labels/number-ranges/change-number-range.ts";
import { listManifests } from "#shipping/server/manifests/list-manifests.ts";
import { readManifest } from "#shipping/server/manifests/read-manifest.ts";
import { openManifest } from "#shipping/server/manifests/open-manifest.ts";
import { addScan } from "#shipping/server/manifests/add-scan.ts";
import { removePackage } from "#shipping/server/manifests/remove-package.ts";
import { closeManifest } from "#shipping/server/manifests/close-manifest.ts";
import { reopenManifest } from "#shipping/server/manifests/reopen-manifest.ts";
import { handOverManifest } from "#shipping/server/manifests/hand-over/hand-over-manifest.ts";
import { recordCarrierWeight } from "#shipping/server/manifests/carrier-weights/record-carrier-weight.ts";
import { settleCarrierWeight } from "#shipping/server/manifests/carrier-weights/settle-carrier-weight.ts";
import { takeBackPackage } from "#shipping/server/manifests/take-back/take-back-package.ts";
import { printManifest } from "#shipping/server/manifests/print-manifest.ts";
import { exportManifest } from "#shipping/server/manifests/export-manifest.ts";
import { createWarehouse } from "#catalogue/server/warehouses/create-warehouse.ts";
import { listWarehouses } from "#catalogue/server/warehouses/list-warehouses.ts";
import { updateWarehouse } from "#catalogue/server/warehouses/update-warehouse.ts";
import { mergePackages } from "#goods/server/packages/merge-packages.ts";
import { splitPackage } from "#goods/server/packages/split-package.ts";
import { addStorageRates } from "#goods/server/storage-rates/add-storage-rates.ts";
import { acceptSuggestions } from "#catalogue/server/suggestions/accept-suggestions.ts";
import { listSuggestions } from "#catalogue/server/suggestions/list-suggestions.ts";
import { listStorageRates } from "#goods/server/storage-rates/list-storage-rates.ts";
import { createBox } from "#shipping/server/boxes/create-box.ts";
import { listBoxes } from "#shipping/server/boxes/list-boxes.ts";
import { setOverWeightFee } from "#shipping/server/boxes/set-over-weight-fee.ts";
import { updateBox } from "#shipping/server/boxes/update-box.ts";
import { cancelExtraService } from "#shipping/server/extra-services/cancel-extra-service.ts";
import { createExtraService } from "#shipping/server/extra-services/create-extra-service.ts";
import { finishExtraService } from "#shipping/server/extra-services/finish-extra-service.ts";
import { listExtraServicePrices } from "#shipping/server/extra-services/list-extra-service-prices.ts";
import { listExtraServiceWork } from "#shipping/server/extra-services/list-extra-service-work.ts";
import { listExtraServices } from "#shipping/server/extra-services/list-extra-services.ts";
import { listUnpaidExtraServices } from "#shipping/server/extra-services/list-unpaid-extra-services.ts";
import { refuseExtraService } from "#shipping/server/extra-services/refuse-extra-service.ts";
import { requestExtraService } from "#shipping/server/extra-services/request-extra-service.ts";
import { updateExtraService } from "#shipping/server/extra-services/update-extra-service.ts";
import { acceptQuote } from "#shipping/server/ship-requests/accept-quote.ts";
import { cancelShipRequest } from "#shipping/server/ship-requests/cancel-ship-request.ts";
import { changeParcels } from "#shipping/server/ship-requests/change-parcels.ts";
import { changePaymentMode } from "#shipping/server/ship-requests/change-payment-mode.ts";
import { continueWithoutMissing } from "#shipping/server/ship-requests/continue-without-missing.ts";
import { estimateShipping } from "#shipping/server/ship-requests/estimate-shipping.ts";
import { leaveOutParcels } from "#shipping/server/ship-requests/leave-out-parcels.ts";
import { listShipRequests } from "#shipping/server/ship-requests/list-ship-requests.ts";
import { readShelvedBox } from "#shipping/server/ship-requests/read-shelved-box.ts";
import { readShipRequest } from "#shipping/server/ship-requests/read-ship-request.ts";
import { requestShipping } from "#shipping/server/ship-requests/request-shipping.ts";
import { addPackingImage } from "#shipping/server/ship-requests/packing/add-packing-image.ts";
import { cancelShipRequest as cancelAnyShipRequest } from "#shipping/server/ship-requests/packing/cancel-ship-request.ts";
import { closeBox } from "#shipping/server/ship-requests/packing/close-box.ts";
import { listQueue } from "#shipping/server/ship-requests/packing/list-queue.ts";
import { openBox } from "#shipping/server/ship-requests/packing/open-box.ts";
import { readShipRequest as readAnyShipRequest } from "#shipping/server/ship-requests/packing/read-ship-request.ts";
import { removeFromBox } from "#shipping/server/ship-requests/packing/remove-from-box.ts";
import { reportMissing } from "#shipping/server/ship-requests/packing/report-missing.ts";
import { scanIntoBox } from "#shipping/server/ship-requests/packing/scan-into-box.ts";
import { takeOver } from "#shipping/server/ship-requests/packing/take-over.ts";
import { createCarrier } from "#catalogue/server/carriers/create-carrier.ts";
import { listCarriers } from "#catalogue/server/carriers/list-carriers.ts";
import { updateCarrier } from "#catalogue/server/carriers/update-carrier.ts";
import { listLanes } from "#catalogue/server/lanes/list-lanes.ts";
import { listSuspendedLanes } from "#catalogue/server/lanes/list-suspended-lanes.ts";
import { reopenLane } from "#catalogue/server/lanes/reopen-lane.ts";
import { readTimes } from "#catalogue/server/lanes/times/read-times.ts";
import { suspendLane } from "#catalogue/server/lanes/suspend-lane.ts";
import { addServiceVersion } from "#catalogue/server/shipping-services/add-service-version.ts";
import { exportRates } from "#catalogue/server/shipping-services/export-rates.ts";
import { importRates } from "#catalogue/server/shipping-services/import-rates.ts";
import { listServiceVersions } from "#catalogue/server/shipping-services/list-service-versions.ts";
import { listShippingServices } from "#catalogue/server/shipping-services/list-shipping-services.ts";
import { readServiceVersion } from "#catalogue/server/shipping-services/read-service-version.ts";
import { compareServices } from "#shipping/server/quotes/compare-services.ts";
import { estimateFreight } from "#catalogue/server/quotes/estimate-freight.ts";
import { listServices } from "#catalogue/server/quotes/list-services.ts";
import { liftLimit } from "#platform/server/limits/lift-limit.ts";
import { listLimits } from "#platform/server/limits/list-limits.ts";
import { countUnread } from "#notices/server/notifications/count-unread.ts";
import { listNotifications } from "#notices/server/notifications/list-notifications.ts";
import { markRead } from "#notices/server/notifications/mark-read.ts";
import { listPreferences } from "#notices/server/notifications/preferences/list-preferences.ts";
import { setPreference } from "#notices/server/notifications/preferences/set-preference.ts";
import { listPushDevices } from "#notices/server/notifications/push/list-push-devices.ts";
import { sendTestPush } from "#notices/server/notifications/push/send-test-push.ts";
import { setPushDetails } from "#notices/server/notifications/push/set-push-details.ts";
import { subscribePush } from "#notices/server/notifications/push/subscribe-push.ts";
import { unsubscribePush } from "#notices/server/notifications/push/unsubscribe-push.ts";
import { unsubscribe } from "#notices/server/notifications/preferences/unsubscribe.ts";
import { endShare } from "#goods/server/packages/shares/end-share.ts";
import { readOwnShare } from "#goods/server/packages/shares/read-own-share.ts";
import { readShared } from "#goods/server/packages/shares/read-shared.ts";
import { shareOwnPackage } from "#goods/server/packages/shares/share-own-package.ts";
import { cancelPackage } from "#goods/server/packages/cancel-package.ts";
import { createPackage } from "#goods/server/packages/create-package.ts";
import { deletePackage } from "#goods/server/packages/delete-package.ts";
import { addImage } from "#goods/server/packages/images/add-image.ts";
import { deleteImage } from "#goods/server/packages/images/delete-image.ts";
import { deleteOwnImage } from "#goods/server/packages/images/delete-own-image.ts";
import { addLeg } from "#goods/server/packages/legs/add-leg.ts";
import { setLegStatus } from "#goods/server/packages/legs/set-leg-status.ts";
import { updateLeg } from "#goods/server/packages/legs/update-leg.ts";
import { exportDelivered } from "#goods/server/packages/lists/export-delivered.ts";
import { listPackages } from "#goods/server/packages/lists/list-packages.ts";
import { listShipments } from "#goods/server/packages/lists/list-shipments.ts";
import { deleteQrCode } from "#goods/server/packages/qr-codes/delete-qr-code.ts";
import { generateQrCode } from "#goods/server/packages/qr-codes/generate-qr-code.ts";
import { listQrCodes } from "#goods/server/packages/qr-codes/list-qr-codes.ts";
import { readQrCode } from "#goods/server/packages/qr-codes/read-qr-code.ts";
import { readPackage } from "#goods/server/packages/read-package.ts";
import { readShipment } from "#goods/server/packages/read-shipment.ts";
import { setFinalWeight } from "#goods/server/packages/set-final-weight.ts";
import { setPackageStatus } from "#goods/server/packages/set-package-status.ts";
import { trackPackage } from "#goods/server/packages/tracking/track-package.ts";
import { updatePackage } from "#goods/server/packages/update-package.ts";
import { updateRecipient } from "#goods/server/packages/update-recipient.ts";
import { addClaimFile } from "#goods/server/parcel-claims/add-claim-file.ts";
import { claimInboundParcel } from "#goods/server/parcel-claims/claim-inbound-parcel.ts";
import { decideClaim } from "#goods/server/parcel-claims/decide-claim.ts";
import { listClaims } from "#goods/server/parcel-claims/list-claims.ts";
import { listOwnClaims } from "#goods/server/parcel-claims/list-own-claims.ts";
import { listUnmatchedParcels } from "#goods/server/parcel-claims/list-unmatched-parcels.ts";
import { matchInboundParcel } from "#goods/server/parcel-claims/match-inbound-parcel.ts";
import { readClaim } from "#goods/server/parcel-claims/read-claim.ts";
import { readUnmatchedParcel } from "#goods/server/parcel-claims/read-unmatched-parcel.ts";
import { withdrawClaim } from "#goods/server/parcel-claims/withdraw-claim.ts";
import { createWalletDeposit } from "#money/server/payments/create-wallet-deposit.ts";
import { getStripePayments } from "#money/server/payments/get-stripe-payments.ts";
import { listProviderEvents } from "#money/server/payments/list-provider-events.ts";
import { listReconciliations } from "#money/server/payments/reconciliation/list-reconciliations.ts";
import { startReconciliation } from "#money/server/payments/reconciliation/start-reconciliation.ts";
import { retryProviderEvent } from "#money/server/payments/retry-provider-event.ts";
import { verifyWalletDeposit } from "#money/server/payments/verify-wallet-deposit.ts";
import { adjustQuota } from "#money/server/plans/adjust-quota.ts";
import { cancelSubscription } from "#money/server/plans/cancel-subscription.ts";
import { changeSubscription } from "#money/server/plans/change-subscription.ts";
import { giveComplimentaryPlan } from "#money/server/plans/complimentary/give-complimentary-plan.ts";
import { endSubscription } from "#money/server/plans/end-subscription.ts";
import { readSubscription } from "#money/server/plans/read-subscription.ts";
import { listEndedPlanPayments } from "#money/server/plans/refunds/list-ended-plan-payments.ts";
import { refundPlanPayment } from "#money/server/plans/refunds/refund-plan-payment.ts";
import { resumeSubscription } from "#money/server/plans/resume-subscription.ts";
import { settleSubscription } from "#money/server/plans/settle-subscription.ts";
import { startSubscription } from "#money/server/plans/start-subscription.ts";
import { printLabel } from "#goods/server/receiving/labels/print-label.ts";
import { readParcelLabel } from "#goods/server/receiving/labels/read-parcel-label.ts";
import { changeSetting } from "#office/server/settings/change-setting.ts";
import { readPublicSettings } from "#office/server/settings/read-public-settings.ts";
import { removeTrackingKey } from "#office/server/settings/remove-tracking-key.ts";
import { saveTrackingKey } from "#office/server/settings/save-tracking-key.ts";
import { readSettings } from "#office/server/settings/read-settings.ts";
import { removePaymentAccess } from "#office/server/settings/remove-payment-access.ts";
import { savePaymentAccess } from "#office/server/settings/save-payment-access.ts";
import { createStorageLocations } from "#goods/server/storage-locations/create-storage-locations.ts";
import { listStorageLocations } from "#goods/server/storage-locations/list-storage-locations.ts";
import { printLabels } from "#goods/server/storage-locations/print-labels.ts";
import { updateStorageLocation } from "#goods/server/storage-locations/update-storage-location.ts";
import { closeAccount } from "#office/server/users/closing/close-account.ts";
import { exportAccount } from "#office/server/users/closing/export-account.ts";
import { readAccountClosing } from "#office/server/users/closing/read-account-closing.ts";
import { listUsers } from "#office/server/users/list-users.ts";
import { chooseLanguage } from "#people/server/users/choose-language.ts";
import { readNotificationSettings } from "#notices/server/users/notifications/read-notification-settings.ts";
import { updateNotificationSettings } from "#notices/server/users/notifications/update-notification-settings.ts";
import { readProfile } from "#people/server/users/read-profile.ts";
import { readUser } from "#office/server/users/read-user.ts";
import { restoreUser } from "#office/server/users/restore-user.ts";
import { endStaffRole } from "#office/server/users/staff-roles/end-staff-role.ts";
import { grantStaffRole } from "#office/server/users/staff-roles/grant-staff-role.ts";
import { suspendUser } from "#office/server/users/suspend-user.ts";
import { updateDisplayCurrency } from "#people/server/users/update-display-currency.ts";
import { updateProfile } from "#people/server/users/update-profile.ts";
import { updateUser } from "#office/server/users/update-user.ts";
import { adjustWallet } from "#money/server/wallet/adjust-wallet.ts";
import { cancelDeposit } from "#money/server/wallet/deposits/cancel-deposit.ts";
import { resumeDeposit } from "#money/server/wallet/deposits/resume-deposit.ts";
import { startDeposit } from "#money/server/wallet/deposits/start-deposit.ts";
import { verifyDeposit } from "#money/server/wallet/deposits/verify-deposit.ts";
import { exportTransactions } from "#money/server/wallet/export-transactions.ts";
import { holdShippingFee } from "#money/server/wallet/holds/hold-shipping-fee.ts";
import { releaseHold } from "#money/server/wallet/holds/release-hold.ts";
import { settleHold } from "#money/server/wallet/holds/settle-hold.ts";
import { listTransactions } from "#money/server/wallet/list-transactions.ts";
import { listPayoutRequests } from "#money/server/wallet/payouts/list-payout-requests.ts";
import { readPayout } from "#money/server/wallet/payouts/read-payout.ts";
import { requestPayout } from "#money/server/wallet/payouts/request-payout.ts";
import { settlePayoutRequest } from "#money/server/wallet/payouts/settle-payout-request.ts";
import { startPayout } from "#money/server/wallet/payouts/start-payout.ts";
import { withdrawPayout } from "#money/server/wallet/payouts/withdraw-payout.ts";
import { readUserWallet } from "#money/server/wallet/read-user-wallet.ts";
import { readWallet } from "#money/server/wallet/read-wallet.ts";
import { listRefundShortfalls } from "#money/server/wallet/reversals/list-refund-shortfalls.ts";
import { readStatement } from "#money/server/wallet/statements/read-statement.ts";

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
