import type { Role } from "./fixtures.ts";

/**
 * Who may call what, stated a second time, so that a contract that opens an operation to others fails the access matrix: of
 * each area, and by name of the operations that are for others than their area. "admin" is for admins alone.
 */
const levels: Readonly<Record<string, string>> = {
  public:
    "quotes auth.readSession auth.signUp auth.signIn auth.signInAsAdmin auth.completeTwoFactor auth.signOut " +
    "auth.readInvitation auth.acceptInvitation auth.completeCallback auth.resendVerification auth.requestPasswordReset auth.resetPassword packageShares.readShared " +
    "notifications.unsubscribe goodsRules.listForDestination lanes.readTimes carriers.listCarriers settings.readPublicSettings",
  signedIn:
    "auth users plans wallet packages packageShares notifications inboundParcels goods parcelClaims shipRequests extraServices " +
    "cases functions exchangeRates changeStream tracking.refreshTracking tracking.readProviderDelay lanes.listSuspendedLanes " +
    "errorReports.reportError",
  admin:
    "settings errorReports audit admin.readSetUp admin.tickSetUpStep users.listStaffInvitations users.inviteStaff users.resendStaffInvitation " +
    "users.withdrawStaffInvitation users.grantStaffRole users.endStaffRole users.updateUser users.suspendUser " +
    "users.restoreUser cases.listSnippets cases.saveSnippet plans.giveComplimentaryPlan plans.adjustQuota plans.endSubscription packages.deletePackage",
  manager:
    "warehouses storageRates suggestions boxes rates goodsRules shippingServices lanes carriers numberRanges limits " +
    "packages.setPackageStatus packages.addLeg packages.updateLeg packages.setLegStatus packages.deleteImage " +
    "packages.deleteQrCode packages.exportDelivered packages.exportShipments extraServices.listExtraServicePrices extraServices.createExtraService " +
    "extraServices.updateExtraService tracking.addEvent storageLocations.createStorageLocations " +
    "storageLocations.updateStorageLocation labels.changeLabelFileSettings " +
    "goods.listWords goods.endWord goods.importWords goods.importStopWords goods.importHsCodes goods.readSdrRate goods.setSdrRate",
  "finance manager":
    "payments freightFigures wallet.exportHolds wallet.exportPayoutRequests plans.listEndedPlanPayments plans.refundPlanPayment wallet.adjustWallet " +
    "wallet.readUserWallet wallet.listUserTransactions wallet.holdShippingFee wallet.settleHold wallet.releaseHold wallet.listRefundShortfalls " +
    "wallet.listPayoutRequests wallet.startPayout wallet.settlePayoutRequest extraServices.listUnpaidExtraServices " +
    "functions.getStripePayments admin.listPlanPayments cases.confirmGrant",
  "support manager":
    "tracking admin.listWorkItems admin.listWorkAssignments admin.takeWorkItem admin.giveBackWorkItem parcelClaims.listUnmatchedParcels parcelClaims.readUnmatchedParcel " +
    "parcelClaims.matchInboundParcel parcelClaims.listClaims parcelClaims.readClaim parcelClaims.decideClaim " +
    "users.listUserThings cases.answerCase cases.addCaseNote cases.finishCase " +
    "cases.readChoosable cases.readSnippets cases.askCase cases.openCustomsCase",
  "support finance manager":
    "users.listUsers users.exportUsers users.readUser admin.readDashboard " +
    "cases.listOpenCases cases.readCase cases.readCaseMoney cases.grantCase",
  "packer manager":
    "packing labels manifests packages.setFinalWeight packages.listQrCodes packages.generateQrCode " +
    "extraServices.listExtraServiceWork extraServices.finishExtraService extraServices.refuseExtraService",
  "packer support manager":
    "goods.correctItems goods.acceptProof goods.refuseProof parcelRemovals goodsRules.listGoodsRules goodsRules.exportGoodsRules packing.listQueue packing.readShipRequest packing.cancelShipRequest manifests.settleCarrierWeight",
  "receiver packer support finance manager": "admin.findAnything",
  "receiver manager": "receiving stocktakes storageLocations",
  "receiver support manager": "receiving.correctParcelOwner receiving.undoReceiving",
  "receiver packer manager": "receiving.printLabel receiving.listReceivingWarehouses",
  "receiver packer support manager":
    "packages.listShipments packages.readShipment packages.readQrCode inboundParcels.listAllInboundParcels inboundParcels.exportStock " +
    "inboundParcels.listShipmentParcels inboundParcels.readAnyInboundParcel receiving.readParcelLabel",
};

/** Areas and operations, each with its level. */
export const statedLevels: readonly (readonly [name: string, level: string])[] = Object.entries(
  levels,
).flatMap(([level, names]) => names.split(" ").map((name) => [name, level] as const));

const levelByName = new Map(statedLevels);

/** The level of an operation: `public`, `signedIn`, `admin`, or the roles. */
export function levelOf(operationName: string): string {
  const [area = ""] = operationName.split(".");
  return levelByName.get(operationName) ?? levelByName.get(area) ?? "not stated";
}

export function mayCall(operationName: string, role: Role): boolean {
  const level = levelOf(operationName);
  if (level === "public" || role === "admin") return true;
  return level === "signedIn" ? role !== "signedOut" : level.split(" ").includes(role);
}
