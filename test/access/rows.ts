import { randomUUID } from "node:crypto";
import { packageInput } from "#test/packages.ts";
import { claimRows } from "./claim-rows.ts";
import { carrierRows, laneRows } from "./lane-rows.ts";
import { inboundParcelRows } from "./inbound-parcel-rows.ts";
import { labelRows, stocktakeRows, storageLocationRows, storageRateRows } from "./label-rows.ts";
import { notificationRows } from "./notification-rows.ts";
import { packageShareRows } from "./package-share-rows.ts";
import { quoteRows, rateRows, shippingServiceRows } from "./quote-rows.ts";
import { receivingRows } from "./receiving-rows.ts";
import { boxRows, extraServiceRows, packingRows, shipRequestRows } from "./ship-request-rows.ts";
import {
  freightFigureRows,
  manifestRows,
  numberRangeRows,
  shippingLabelRows,
} from "./shipping-label-rows.ts";
import { trackingRows } from "./tracking-rows.ts";
import { walletRows } from "./wallet-rows.ts";
import { suggestionRows, warehouseRows } from "./warehouse-rows.ts";
import type { Fixtures, Role } from "./fixtures.ts";
import type { Outcome, Row } from "./row.ts";
import { enteredProfile } from "#test/profiles.ts";

const nothing: Row = { input: () => ({}) };
const page = { page: 1, pageSize: 20 };
const password = "a calm harbour at dusk";
const newEmail = () => `${randomUUID()}@example.com`;

/** Two-factor authentication is on for those whose role requires it. */
function withTwoFactor(outcome: Outcome): NonNullable<Row["byRole"]> {
  return { finance: outcome, manager: outcome };
}

/** Customers' operations do not find what another customer owns, for admins neither. */
const ownerOnly = { other: "not_found", admin: "not_found" } as const;

function own(fixtures: Fixtures, role: Role) {
  return role === "signedOut" ? fixtures.owner : fixtures[role];
}

const profile = enteredProfile({ fullName: "陈美", latinName: "Chen Mei", country: "HK" });

const bareAccount = { fullName: "Mei Chan", subscription: null, packageQuota: 0 };

const leg = {
  origin: "China",
  destination: "Hong Kong",
  carrier: null,
  trackingNumber: null,
  estimatedDeparture: null,
  estimatedArrival: null,
  notes: null,
};

const auth: Readonly<Record<string, Row>> = {
  readSession: nothing,
  refreshSession: nothing,
  signUp: { input: () => ({ fullName: "Li Na", email: newEmail(), password, plan: "Basic" }) },
  // Signing in ends the session that the browser had.
  signIn: { input: ({ owner: { email } }) => ({ email, password }), isFinal: true },
  signInAsAdmin: { input: ({ admin: { email } }) => ({ email, password }), isFinal: true },
  completeTwoFactor: { input: () => ({ code: "123456" }), answer: "challenge_expired" },
  signOut: { ...nothing, isFinal: true },
  completeCallback: { input: () => ({ accessToken: "made-up" }), answer: "link_not_valid" },
  resendVerification: { input: () => ({ email: newEmail() }) },
  requestPasswordReset: { input: () => ({ email: newEmail() }) },
  resetPassword: {
    input: () => ({ token: "made-up", password: "a new tide comes in" }),
    answer: "link_not_valid",
  },
  confirmPassword: { input: (fixtures, role) => ({ password: own(fixtures, role).password }) },
  readTwoFactor: nothing,
  startTwoFactor: { ...nothing, byRole: withTwoFactor("two_factor_enabled") },
  confirmTwoFactor: {
    input: () => ({ code: "123456" }),
    answer: "two_factor_not_started",
    byRole: withTwoFactor("two_factor_enabled"),
    isFinal: true,
  },
  renewBackupCodes: {
    ...nothing,
    answer: "two_factor_not_enabled",
    byRole: withTwoFactor("ok"),
  },
  disableTwoFactor: {
    input: (fixtures, role) => ({ password: own(fixtures, role).password }),
    answer: "two_factor_not_enabled",
    byRole: withTwoFactor("ok"),
    isFinal: true,
  },
  listSessions: nothing,
  endSession: {
    input: ({ sessionId }) => ({ sessionId }),
    byRole: ownerOnly,
    isFinal: true,
  },
  endOtherSessions: { ...nothing, isFinal: true },
};

const users: Readonly<Record<string, Row>> = {
  readProfile: nothing,
  updateProfile: { input: () => profile },
  listUsers: { input: () => ({ search: "", ...page }) },
  readUser: { input: ({ owner }) => ({ userId: owner.userId }) },
  updateUser: {
    input: ({ other }) => ({
      userId: other.userId,
      expectedFields: { ...bareAccount, email: other.email },
      ...bareAccount,
      email: other.email,
      fullName: "Li Chan",
    }),
    isFinal: true,
  },
  suspendUser: {
    input: ({ other }) => ({ userId: other.userId, reason: "For the matrix" }),
    isFinal: true,
  },
  restoreUser: {
    input: ({ other }) => ({ userId: other.userId, reason: "For the matrix" }),
    answer: "conflict",
  },
  grantStaffRole: {
    input: ({ other }) => ({ userId: other.userId, role: "packer" }),
    isFinal: true,
  },
  endStaffRole: {
    input: ({ support }) => ({ userId: support.userId, role: "support" }),
    isFinal: true,
  },
  readNotificationSettings: nothing,
  updateNotificationSettings: {
    input: () => ({ emailNotifications: true, shipmentUpdates: true, marketingEmails: false }),
  },
  updateDisplayCurrency: { input: () => ({ displayCurrency: "HKD" }) },
  chooseLanguage: { input: () => ({ language: "zh-Hans" }) },
  exportAccount: nothing,
  readAccountClosing: nothing,
  closeAccount: {
    input: (fixtures, role) => ({ password: own(fixtures, role).password }),
    byRole: { owner: "balance_not_zero", admin: "admin_account" },
    isFinal: true,
  },
};

const exchangeRates: Readonly<Record<string, Row>> = { readExchangeRates: nothing };

const limits: Readonly<Record<string, Row>> = {
  listLimits: { input: () => page },
  liftLimit: {
    input: () => ({ limit: "signUpsPerAddress", who: "203.0.113.99" }),
    answer: "not_found",
  },
};

const plans: Readonly<Record<string, Row>> = {
  readSubscription: nothing,
  startSubscription: { input: () => ({ plan: "Basic", idempotencyKey: randomUUID() }) },
  changeSubscription: { input: () => ({ plan: "Basic" }), answer: "no_subscription" },
  cancelSubscription: { ...nothing, answer: "no_subscription" },
  resumeSubscription: { ...nothing, answer: "no_subscription" },
  settleSubscription: { ...nothing, answer: "no_subscription" },
  giveComplimentaryPlan: {
    input: ({ other }) => ({ userId: other.userId, plan: "Basic", reason: "For the matrix" }),
    isFinal: true,
  },
  adjustQuota: {
    input: ({ other }) => ({ userId: other.userId, packageQuota: 3, reason: "For the matrix" }),
    answer: "no_subscription",
  },
  endSubscription: {
    input: ({ other }) => ({ userId: other.userId, reason: "For the matrix" }),
    answer: "no_subscription",
  },
  listEndedPlanPayments: { input: ({ other }) => ({ userId: other.userId }) },
  refundPlanPayment: {
    input: ({ other }) => ({
      userId: other.userId,
      invoiceId: "in_unknown",
      reason: "For the matrix",
    }),
    answer: "not_found",
  },
};

const packages: Readonly<Record<string, Row>> = {
  listPackages: { input: () => page },
  readPackage: { input: ({ pkg }) => ({ packageId: pkg.id }), byRole: ownerOnly },
  trackPackage: { input: ({ pkg }) => ({ trackingNumber: pkg.trackingNumber }) },
  createPackage: { input: () => packageInput(), byRole: { other: "subscription_required" } },
  mergePackages: {
    input: ({ pkg, pkgToJapan }) => ({ packageId: pkg.id, fromPackageId: pkgToJapan.id }),
    answer: "destinations_differ",
    byRole: ownerOnly,
  },
  splitPackage: {
    input: ({ pkg, parcelId }) => ({
      packageId: pkg.id,
      inboundParcelIds: [parcelId],
      idempotencyKey: randomUUID(),
    }),
    answer: "inbound_parcel_not_free",
    byRole: ownerOnly,
  },
  updatePackage: {
    input: ({ pkg }) => ({
      packageId: pkg.id,
      fields: { description: "Tea", estimatedWeightGrams: 1000 },
    }),
    byRole: ownerOnly,
  },
  updateRecipient: {
    input: ({ pkg }) => ({
      packageId: pkg.id,
      recipient: {
        name: "陈美",
        latinName: "Chen Mei",
        phone: "",
        address: "",
        addressLine2: "",
        city: "",
        state: "",
        postalCode: "",
      },
    }),
    byRole: ownerOnly,
  },
  cancelPackage: {
    input: ({ pkg }) => ({ packageId: pkg.id }),
    byRole: ownerOnly,
    isFinal: true,
  },
  deleteOwnImage: { input: () => ({ imageId: randomUUID() }), answer: "not_found" },
  addImage: {
    input: ({ pkg }) => ({ packageId: pkg.id, file: new File(["no image"], "a.png") }),
    answer: "invalid_image",
    // Staff who receive or pack may add to any package.
    byRole: {
      other: "not_found",
      receiver: "invalid_image",
      packer: "invalid_image",
      manager: "invalid_image",
    },
  },
  listShipments: { input: () => page },
  readShipment: { input: ({ pkg }) => ({ packageId: pkg.id }) },
  setPackageStatus: { input: ({ pkg }) => ({ packageId: pkg.id, status: "processing" }) },
  setFinalWeight: { input: ({ pkg }) => ({ packageId: pkg.id, finalWeightGrams: 1200 }) },
  addLeg: { input: ({ pkg }) => ({ packageId: pkg.id, ...leg }), answer: "too_many_legs" },
  updateLeg: { input: ({ legId }) => ({ legId, ...leg }) },
  setLegStatus: { input: ({ legId }) => ({ legId, status: "in_transit" }) },
  deleteImage: { input: () => ({ imageId: randomUUID() }), answer: "not_found" },
  listQrCodes: { input: ({ pkg }) => ({ packageId: pkg.id }) },
  generateQrCode: { input: ({ pkg }) => ({ packageId: pkg.id, legNumber: 1 }) },
  readQrCode: { input: () => ({ qrCodeId: randomUUID() }), answer: "not_found" },
  deleteQrCode: { input: () => ({ qrCodeId: randomUUID() }), answer: "not_found" },
  deletePackage: { input: ({ pkg }) => ({ packageId: pkg.id }), isFinal: true },
  exportDelivered: { input: () => ({ timeZone: "UTC", locale: "en" }) },
};

const functions: Readonly<Record<string, Row>> = {
  createWalletDeposit: { input: () => ({ amount: 5 }), accepts: ["userId", "userEmail"] },
  verifyWalletDeposit: { input: () => ({ sessionId: "cs_test_unknown" }) },
  getStripePayments: nothing,
};

const payments: Readonly<Record<string, Row>> = {
  listProviderEvents: { input: () => page },
  retryProviderEvent: { input: () => ({ eventId: "evt_unknown" }), answer: "not_found" },
  listReconciliations: { input: () => page },
  startReconciliation: nothing,
};

const settings: Readonly<Record<string, Row>> = {
  readPublicSettings: nothing,
  readSettings: nothing,
  changeSetting: { input: () => ({ setting: "shipmentNotifications", isEnabled: true }) },
  savePaymentAccess: {
    input: () => ({ secretKey: "", webhookSecret: "", endpoint: "", version: 0 }),
    answer: "invalid_provider_key",
  },
  removePaymentAccess: { input: () => ({ version: 0 }), answer: "not_found" },
  saveTrackingKey: { input: () => ({ apiKey: "", version: 0 }), answer: "invalid_tracking_key" },
  removeTrackingKey: { input: () => ({ version: 0 }), answer: "not_found" },
};

const errorReports: Readonly<Record<string, Row>> = {
  reportError: { input: () => ({ errorMessage: "Oops", source: "matrix" }) },
  listErrors: { input: () => page },
  readError: { input: () => ({ errorGroupId: randomUUID() }), answer: "not_found" },
  resolveError: {
    input: () => ({ errorGroupId: randomUUID(), isResolved: true }),
    answer: "not_found",
  },
};

const changeStream: Readonly<Record<string, Row>> = {
  subscribeToChanges: nothing,
};

const admin: Readonly<Record<string, Row>> = {
  readDashboard: nothing,
  listPlanPayments: { input: () => ({ month: "2026-11", ...page }) },
  listWorkItems: { input: () => ({ kind: "stalled_legs", ...page }) },
};

const audit: Readonly<Record<string, Row>> = {
  listEntries: { input: () => page },
  exportEntries: { input: () => ({ timeZone: "UTC", locale: "en" }) },
};

export const rows: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  auth,
  users,
  exchangeRates,
  limits,
  plans,
  wallet: walletRows,
  packages,
  packageShares: packageShareRows,
  notifications: notificationRows,
  inboundParcels: inboundParcelRows,
  parcelClaims: claimRows,
  lanes: laneRows,
  shipRequests: shipRequestRows,
  packing: packingRows,
  extraServices: extraServiceRows,
  boxes: boxRows,
  labels: shippingLabelRows,
  numberRanges: numberRangeRows,
  manifests: manifestRows,
  freightFigures: freightFigureRows,
  quotes: quoteRows,
  rates: rateRows,
  shippingServices: shippingServiceRows,
  carriers: carrierRows,
  receiving: { ...receivingRows, ...labelRows },
  stocktakes: stocktakeRows,
  tracking: trackingRows,
  storageLocations: storageLocationRows,
  storageRates: storageRateRows,
  suggestions: suggestionRows,
  warehouses: warehouseRows,
  functions,
  payments,
  settings,
  errorReports,
  changeStream,
  admin,
  audit,
};
