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
  listFailedMessages,
  retryCarrierMessage,
} from "#tracking/server/tracking/carrier-messages.ts";
import { readProviderDelay } from "#tracking/server/tracking/read-trackers.ts";
import { retryTracker, stopTracker } from "#tracking/server/tracking/trackers.ts";
import {
  listFreightCharges,
  readFreightFigures,
} from "#office/server/freight-figures/freight-figures.ts";
import {
  createWarehouse,
  listWarehouses,
  updateWarehouse,
} from "#catalogue/server/warehouses/warehouses.ts";
import { acceptSuggestions, listSuggestions } from "#catalogue/server/suggestions/suggestions.ts";
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
  changeSetting,
  readPublicSettings,
  readSettings,
} from "#office/server/settings/settings.ts";
import { removeTrackingKey, saveTrackingKey } from "#office/server/settings/tracking-key.ts";
import { removePaymentAccess, savePaymentAccess } from "#office/server/settings/payment-access.ts";
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
import { goodsOperations } from "#goods/server/operations.ts";
import { shippingOperations } from "#shipping/server/operations.ts";
import { moneyOperations } from "#money/server/operations.ts";

/** Every operation of the contract; a missing one, or one of another access level, is a type error here. */
export const router = bindOperations(api, {
  ...goodsOperations,
  ...shippingOperations,
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
  tracking: {
    ...goodsOperations.tracking,
    readProviderDelay,
    listFailedMessages,
    retryTracker,
    stopTracker,
    retryCarrierMessage,
  },
  warehouses: { listWarehouses, createWarehouse, updateWarehouse },
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
  lanes: {
    readTimes,
    listSuspendedLanes,
    listLanes,
    suspendLane,
    reopenLane,
  },
  quotes: { ...shippingOperations.quotes, listServices, estimateFreight },
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
