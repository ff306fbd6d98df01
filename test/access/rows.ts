import { randomUUID } from "node:crypto";
import type { api } from "#app/contract/api.ts";
import type { Operation } from "#app/contract/operations.ts";
import { storagePlans } from "#goods/rules/storage-fee.ts";
import type { ErrorCode } from "#platform/contract/errors.ts";
import { freshNumber } from "#test/inbound-parcels.ts";
import { goodsRuleRows } from "#test/goods-rule.ts";
import { acceptedServices } from "#test/seeded-services.ts";
import { warehouseFields } from "#test/warehouses.ts";
import { exampleOf, inputSchemaOf } from "./contract-input.ts";
import type { Fixtures, Role } from "./fixtures.ts";

/** `ok`, or the error code. */
export type Outcome = ErrorCode | "ok";

type Answers = {
  /** The outcome for everybody with access, unless `byRole` has another. Staff are like `other`. */
  readonly answer: Outcome;
  readonly byRole: Partial<Record<Role, Outcome>>;
  /** It changes what other rows depend on, so it gets fixtures of its own. */
  readonly isFinal: boolean;
  /** Of a final one: it can be done once, so that every role gets fixtures of its own. */
  readonly isOnce: boolean;
  /** Fields that the operation accepts and ignores, besides those of its input. */
  readonly accepts: readonly string[];
};

export type Row = Answers & {
  /** What is sent; the things it names are the owner's. */
  readonly input: (fixtures: Fixtures, role: Role) => object;
};

type ValueOf = (fixtures: Fixtures, role: Role) => unknown;
/** A function gives what depends on the fixtures or has to be new each time. */
type Value = ValueOf | string | number | boolean | null | object;
type Values = Readonly<Record<string, Value>>;

/** What differs from the row that follows from the contract; `sends` has the fields with another value than its example. */
type Difference = Partial<Answers> & { readonly sends?: Values };

/** What names something of the owner, which customers' operations find for nobody else, for admins neither. */
const ownersThings = {
  packageId: ({ pkg }) => pkg.id,
  fromPackageId: ({ pkgToJapan }) => pkgToJapan.id,
  legId: ({ legId }) => legId,
  subjectId: ({ legId }) => legId,
  inboundParcelId: ({ parcelId }) => parcelId,
  inboundParcelIds: ({ parcelId }) => [parcelId],
  receivingRecordId: ({ receivingRecordId }) => receivingRecordId,
  claimId: ({ claimId }) => claimId,
  caseId: ({ caseId }) => caseId,
  shipRequestId: ({ shipped }) => shipped.shipRequestId,
  payoutRequestId: ({ payoutRequestId }) => payoutRequestId,
  deviceId: ({ pushDeviceId }) => pushDeviceId,
} satisfies Values;
const unknownService = {
  sends: { serviceCode: "no-service" },
  answer: "service_not_found",
} as const;
const notFoundByOthers = { other: "not_found", admin: "not_found" } as const;

const received: ValueOf = ({ receivedParcelId }) => receivedParcelId;
const shippedPackage = {
  packageId: ({ shipped }) => shipped.packageId,
  inboundParcelId: ({ shipped }) => shipped.parcelId,
  inboundParcelIds: ({ shipped }) => [shipped.parcelId],
} satisfies Values;
const otherUser: Values = { userId: ({ other }) => other.userId };

/** What these fields name in the operations of an area instead. */
const thingsOfArea: Readonly<Record<string, Values>> = {
  users: otherUser,
  plans: otherUser,
  receiving: { inboundParcelId: received },
  parcelRemovals: { inboundParcelId: received },
  parcelClaims: { inboundParcelId: ({ unmatchedParcelId }) => unmatchedParcelId },
  shipRequests: shippedPackage,
  packing: shippedPackage,
  extraServices: shippedPackage,
  admin: { id: ({ caseId }) => caseId },
  cases: { subjectId: ({ pkg }) => pkg.id },
};

const otherValues: Values = {
  idempotencyKey: () => randomUUID(),
  userId: ({ owner }) => owner.userId,
  warehouseId: ({ warehouseId }) => warehouseId,
  memberCode: ({ ownerCode }) => ownerCode,
  trackingNumber: () => freshNumber(),
  scan: () => freshNumber(),
  origin: "China",
  destination: "Hong Kong",
  email: () => `${randomUUID()}@example.com`,
  password: (fixtures, role) => fixtures[role === "signedOut" ? "owner" : role].password,
};

/** An id of nothing. */
const unknownId: ValueOf = () => randomUUID();
/** What names things that the fixtures do not have, so that the operation finds none. */
const unknownThings = new Set(
  (
    "boxId errorGroupId eventId extraServiceRequestId fileId holdId imageId invitationId invoiceId labelId laneId manifestId " +
    "manifestPackageId messageId numberRangeId qrCodeId quoteId removalId serviceId stocktakeId storageLocationId trackerId " +
    "transactionId"
  ).split(" "),
);

/** What the state of the owner's things refuses: nothing is packed, stated or signed of them yet. */
const refusedByState = new Set(
  (
    "shipRequests.continueWithoutMissing shipRequests.leaveOutParcels goods.correctItems " +
    "packing.removeFromBox packing.takeOver packing.reportMissing packing.closeBox packing.openBox packing.printBoxSlip"
  ).split(" "),
);
const [final, once] = [{ isFinal: true }, { isFinal: true, isOnce: true }];
const noSubscription: Difference = { answer: "no_subscription" };
const unknownWarehouse: Difference = { sends: { warehouseId: unknownId } };
const [seededService] = acceptedServices;
const { id: _id, code: _code, version: _version, ...serviceDetails } = seededService ?? {};

/** Two-factor authentication is on for those whose role requires it. */
const withTwoFactor = (outcome: Outcome) => ({ finance: outcome, manager: outcome });

type Api = typeof api;
type OperationName = { [Area in keyof Api]: `${Area}.${keyof Api[Area] & string}` }[keyof Api];

const differences: Readonly<Partial<Record<OperationName, Difference>>> = {
  // Signing in ends the session that the browser had.
  "auth.signIn": { sends: { email: ({ owner }) => owner.email }, ...final },
  "auth.signInAsAdmin": { sends: { email: ({ admin }) => admin.email }, ...final },
  "auth.completeTwoFactor": { answer: "challenge_expired" },
  "auth.signOut": final,
  "auth.completeCallback": { answer: "link_not_valid" },
  "auth.resetPassword": { answer: "link_not_valid" },
  "auth.readInvitation": { answer: "invitation_unknown" },
  "auth.acceptInvitation": { answer: "invitation_unknown" },
  "auth.acceptInvitedRole": { answer: "invitation_unknown" },
  "auth.startTwoFactor": { byRole: withTwoFactor("two_factor_enabled") },
  "auth.confirmTwoFactor": {
    answer: "two_factor_not_started",
    byRole: withTwoFactor("two_factor_enabled"),
    ...final,
  },
  "auth.renewBackupCodes": { answer: "two_factor_not_enabled", byRole: withTwoFactor("ok") },
  "auth.disableTwoFactor": {
    answer: "two_factor_not_enabled",
    byRole: withTwoFactor("ok"),
    ...final,
  },
  "auth.endSession": {
    sends: { sessionId: ({ sessionId }) => sessionId },
    byRole: notFoundByOthers,
    ...final,
  },
  "auth.endOtherSessions": final,
  "users.readUser": { sends: { userId: ({ owner }) => owner.userId } },
  "users.updateUser": {
    sends: {
      email: ({ other }) => other.email,
      expectedVersion: ({ other: { email } }) => ({
        fullName: "Mei Chan",
        email,
        subscription: null,
        packageQuota: 0,
      }),
      packageQuota: 0,
    },
    ...final,
  },
  "users.suspendUser": final,
  "users.restoreUser": { answer: "conflict" },
  "users.grantStaffRole": final,
  "users.endStaffRole": {
    sends: { userId: ({ support }) => support.userId, role: "support" },
    ...final,
  },
  "users.chooseLanguage": { sends: { language: "zh-Hans" } },
  "users.closeAccount": { byRole: { owner: "balance_not_zero", admin: "admin_account" }, ...final },

  "limits.liftLimit": {
    sends: { limit: "signUpsPerAddress", who: "203.0.113.99" },
    answer: "not_found",
  },

  "plans.changeSubscription": noSubscription,
  "plans.previewSubscriptionChange": noSubscription,
  "plans.cancelSubscription": noSubscription,
  "plans.resumeSubscription": noSubscription,
  "plans.settleSubscription": noSubscription,
  "plans.giveComplimentaryPlan": { sends: { plan: "Basic" }, ...final },
  "plans.adjustQuota": noSubscription,
  "plans.endSubscription": noSubscription,

  "wallet.requestPayout": { answer: "nothing_to_pay_out", byRole: { owner: "payout_requested" } },
  "wallet.withdrawPayout": final,
  "wallet.startPayout": final,
  "wallet.settlePayoutRequest": { sends: { reference: "FT-42" }, ...once },
  // The cursor must be an own transaction; another one's existence is not disclosed.
  "wallet.listTransactions": {
    sends: { before: ({ transactionId }) => transactionId },
    byRole: { other: "invalid_input", admin: "invalid_input" },
  },
  "wallet.holdShippingFee": { sends: { userId: unknownId } },

  "packages.trackPackage": { sends: { trackingNumber: ({ pkg }) => pkg.trackingNumber } },
  "packages.createPackage": {
    sends: { destination: "United States" },
    byRole: { other: "subscription_required" },
  },
  "packages.mergePackages": { answer: "destinations_differ" },
  "packages.splitPackage": { answer: "inbound_parcel_not_free" },
  "packages.cancelPackage": final,
  "packages.confirmPackage": { answer: "package_not_delivered" },
  "packages.addImage": {
    answer: "invalid_image",
    // Staff who receive or pack may add to any package.
    byRole: {
      receiver: "invalid_image",
      packer: "invalid_image",
      manager: "invalid_image",
      admin: "invalid_image",
    },
  },
  "packages.setPackageStatus": { sends: { status: "processing" } },
  "packages.setFinalWeight": { sends: { finalWeightGrams: 1200 } },
  "packages.addLeg": { answer: "too_many_legs" },
  "packages.setLegStatus": { sends: { status: "in_transit" } },
  "packages.deletePackage": final,

  "packageShares.readShared": { answer: "not_found" },
  "notifications.subscribePush": {
    sends: {
      endpoint: "https://localhost/push",
      keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
    },
    answer: "push_service_refused",
  },
  // That of somebody else stays, like one that does not exist.
  "notifications.unsubscribePush": { byRole: { other: "ok", admin: "ok" }, ...final },
  "notifications.unsubscribe": { answer: "not_found" },

  "inboundParcels.readAnyInboundParcel": { sends: { inboundParcelId: received } },
  "inboundParcels.listInboundParcels": {
    sends: { packageId: ownersThings.packageId },
    byRole: { other: "ok", admin: "ok" },
  },
  "inboundParcels.declareInboundParcels": { sends: { packageId: ownersThings.packageId } },
  "inboundParcels.changeDeclaration": {
    sends: {
      inboundParcelId: received,
      expectedVersion: () => ({ trackingNumber: freshNumber() }),
    },
    answer: "conflict",
  },
  "inboundParcels.cancelInboundParcel": final,
  "inboundParcels.moveInboundParcels": { sends: { packageId: ownersThings.packageId }, ...final },
  "inboundParcels.rejectInboundParcel": { sends: { inboundParcelId: received }, ...final },

  "parcelClaims.addClaimFile": { answer: "invalid_claim_file" },
  "goods.addProof": { sends: { inboundParcelId: received }, answer: "invalid_claim_file" },
  "parcelClaims.withdrawClaim": final,
  "parcelClaims.matchInboundParcel": once,
  "parcelClaims.decideClaim": once,

  "cases.openCase": { sends: { subject: "package", problem: "other" }, ...once },
  "cases.addCaseFile": { answer: "invalid_case_file" },
  "cases.closeOwnCase": final,
  "cases.finishCase": once,
  "cases.grantCase": once,
  "cases.confirmGrant": { answer: "conflict" },
  "cases.openCustomsCase": once,
  "cases.saveSnippet": { sends: { expectedVersion: 0 } },
  "parcelRemovals.requestParcelRemoval": {
    sends: { kind: "return", ground: "owner_agreed", consent: "An email" },
    answer: "invalid_image",
  },

  "receiving.readScan": { sends: { scan: ({ receivedNumber }) => receivedNumber } },
  "receiving.correctReceivingRecord": once,
  "receiving.correctParcelOwner": { sends: { fromUserId: ({ owner }) => owner.userId }, ...once },
  "receiving.undoReceiving": once,
  "receiving.addInboundParcelImage": { answer: "invalid_image" },
  "receiving.storeInboundParcels": {
    sends: { labelCodes: ["22222222"] },
    answer: "storage_location_unknown",
  },
  "receiving.readParcelLabel": { answer: "not_found" },

  "storageLocations.listStorageLocations": unknownWarehouse,
  "storageLocations.createStorageLocations": unknownWarehouse,
  "storageLocations.printLabels": {
    sends: { storageLocationIds: () => [randomUUID()] },
    answer: "not_found",
  },
  "storageRates.addStorageRates": {
    sends: {
      volumeDivisor: 6_000,
      rates: storagePlans.map((plan) => ({ plan, freeDays: 14, dayCents: 20, capCents: 2_000 })),
    },
    answer: "invalid_storage_day",
  },

  "lanes.suspendLane": {
    sends: {
      carrierId: "hk-post",
      destinationCode: "US",
      service: "air",
      suspendedOn: "2025-04-27",
    },
    answer: "lane_suspended",
  },
  "carriers.createCarrier": { answer: "carrier_exists" },
  "warehouses.createWarehouse": {
    sends: { ...warehouseFields(), code: () => randomUUID().slice(0, 8).toUpperCase() },
  },
  "warehouses.updateWarehouse": { sends: { warehouseId: unknownId, fields: warehouseFields() } },
  "suggestions.acceptSuggestions": { sends: { codes: ["box-huge"] }, answer: "not_found" },
  "rates.importRates": { answer: "invalid_storage_day" },
  ...goodsRuleRows,
  "shippingServices.addServiceVersion": {
    sends: { details: { ...serviceDetails, validFrom: "2026-01-01" } },
    answer: "invalid_storage_day",
  },

  "shipRequests.requestShipping": { answer: "ship_request_open" },
  "shipRequests.shipParcels": { answer: "ship_request_open" },
  "shipRequests.estimateParcels": {
    sends: { inboundParcelIds: shippedPackage.inboundParcelIds },
    byRole: { ...notFoundByOthers, owner: "ok" },
  },
  "shipRequests.cancelShipRequest": final,
  "packing.scanIntoBox": { answer: "wrong_parcel" },
  "packing.addPackingImage": {
    sends: { shipRequestId: ownersThings.shipRequestId },
    answer: "invalid_image",
  },
  "packing.cancelShipRequest": final,
  // It is of packages: so the answer does not depend on money that other rows give and take.
  "extraServices.requestExtraService": {
    sends: { inboundParcelId: shippedPackage.inboundParcelId },
    answer: "extra_service_not_possible",
  },
  "extraServices.createExtraService": {
    sends: {
      code: () => `ribbon_${randomUUID().slice(0, 8)}`,
      validFrom: "2026-11-01",
      isActive: false,
    },
  },
  "extraServices.updateExtraService": { sends: { code: "no_such_service" }, answer: "not_found" },
  "boxes.createBox": { sends: { validFrom: "2026-11-01", isActive: false } },
  "labels.findPackageToLabel": { answer: "not_found" },
  "labels.printShippingLabels": { sends: { labelIds: () => [randomUUID()] }, answer: "not_found" },
  "labels.makeLabel": { answer: "label_not_due" },
  "labels.attachLabel": { answer: "label_not_due" },
  "labels.importLabelNumbers": { sends: { csv: "reference,tracking_number\n" } },
  "numberRanges.createNumberRange": unknownService,
  "numberRanges.importNumbers": unknownService,
  "manifests.openManifest": unknownWarehouse,
  "manifests.settleCarrierWeight": { sends: { shipRequestId: unknownId } },

  "tracking.refreshTracking": { byRole: { support: "ok", manager: "ok", admin: "ok" } },
  "functions.createWalletDeposit": { accepts: ["userId", "userEmail"] },
  "settings.changeSetting": { sends: { setting: "shipmentNotifications" } },
  "settings.savePaymentAccess": { sends: { expectedVersion: 0 }, answer: "invalid_provider_key" },
  "settings.removePaymentAccess": { sends: { expectedVersion: 0 }, answer: "not_found" },
  "settings.saveTrackingKey": { sends: { expectedVersion: 0 }, answer: "invalid_tracking_key" },
  "settings.removeTrackingKey": { sends: { expectedVersion: 0 }, answer: "not_found" },
  "admin.findAnything": { sends: { search: ({ owner }) => owner.email } },
  "admin.takeWorkItem": once,
};

/** The row of an operation: what its contract says, and what is stated above. */
export function rowOf(operation: Operation): Row {
  const { name, area, access } = operation;
  const usual: Difference = refusedByState.has(name) ? { answer: "conflict" } : {};
  const { sends = {}, ...stated } = differences[name as OperationName] ?? usual;
  const schema = inputSchemaOf(operation);
  const names = [...(schema.required ?? []), ...Object.keys(sends)];
  const isUnknown = names.some((field) => unknownThings.has(field) || sends[field] === unknownId);
  const isOwners = access === "signedIn" && names.some((field) => field in ownersThings);
  const values: Values = { ...ownersThings, ...otherValues, ...thingsOfArea[area], ...sends };
  return {
    answer: isUnknown ? "not_found" : "ok",
    isFinal: false,
    isOnce: false,
    accepts: [],
    ...stated,
    byRole: { ...(isOwners && notFoundByOthers), ...stated.byRole },
    input: (fixtures, role) => {
      const made = (value: Value | undefined) =>
        typeof value === "function" ? value(fixtures, role) : value;
      const example = exampleOf(schema, (field) =>
        made(unknownThings.has(field) ? unknownId : values[field]),
      );
      const sent = Object.entries(sends).map(([field, value]) => [field, made(value)] as const);
      return Object.assign({}, example, Object.fromEntries(sent));
    },
  };
}
