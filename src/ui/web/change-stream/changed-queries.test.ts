import { expect, test } from "vitest";
import type { Change } from "#platform/contract/change-stream.ts";
import { isConcerned } from "./changed-queries.ts";

const [me, other, pkg, another] = ["me", "other", "pkg", "another"];

const key = (name: string, input: object = {}) => [name.split("."), { type: "query", input }];

test.each<[Change["topic"], string | null, string, object, boolean]>([
  ["package", pkg, "packages.listPackages", { page: 1 }, true],
  ["package", pkg, "packages.listShipments", {}, true],
  ["package", pkg, "packages.readPackage", { packageId: pkg }, true],
  ["package", pkg, "packages.readPackage", { packageId: another }, false],
  ["package", pkg, "wallet.readWallet", {}, false],
  ["package", pkg, "packages.trackPackage", { trackingNumber: "SF1234567890123" }, true],
  ["package", pkg, "packages.listQrCodes", { packageId: pkg }, true],
  ["package", pkg, "wallet.readUserWallet", { userId: other }, true],
  ["wallet", me, "wallet.readWallet", {}, true],
  ["wallet", me, "wallet.listTransactions", {}, true],
  ["wallet", me, "wallet.verifyDeposit", { sessionId: "x" }, false],
  ["wallet", other, "wallet.readWallet", {}, false],
  ["wallet", other, "auth.readSession", {}, false],
  ["wallet", other, "users.listUsers", {}, true],
  ["wallet", other, "wallet.readUserWallet", { userId: other }, true],
  ["wallet", other, "wallet.readUserWallet", { userId: me }, false],
  ["wallet", other, "users.readUser", { userId: other }, true],
  ["wallet", other, "users.readUser", { userId: me }, false],
  ["plan", other, "users.readUser", { userId: other }, true],
  ["profile", other, "users.readUser", { userId: other }, true],
  ["plan", me, "plans.readSubscription", {}, true],
  ["plan", other, "plans.readSubscription", {}, false],
  ["profile", me, "users.readProfile", {}, true],
  ["session", "any", "auth.listSessions", {}, true],
  ["lane", null, "lanes.listSuspendedLanes", {}, true],
  ["lane", null, "lanes.listLanes", { page: 1 }, true],
  ["lane", null, "packages.listPackages", {}, false],
  ["lane", null, "inboundParcels.readInboundParcel", { inboundParcelId: pkg }, true],
  ["package", pkg, "inboundParcels.readInboundParcel", { inboundParcelId: another }, true],
  ["profile", me, "inboundParcels.readInboundParcel", { inboundParcelId: pkg }, true],
  ["lane", null, "quotes.estimateFreight", { weightGrams: 1000 }, true],
  ["lane", null, "quotes.compareServices", { weightGrams: 1000 }, true],
  ["notification", me, "notifications.countUnread", {}, true],
  ["notification", me, "notifications.listNotifications", {}, true],
  ["notification", other, "notifications.countUnread", {}, false],
  ["carrier", null, "carriers.listCarriers", {}, true],
  ["carrier", null, "lanes.listLanes", { page: 1 }, false],
  ["admin", null, "payments.listProviderEvents", {}, true],
  ["admin", null, "functions.getStripePayments", {}, false],
  ["inbound_parcel", another, "parcelClaims.listOwnClaims", {}, true],
  ["inbound_parcel", another, "parcelClaims.readUnmatchedParcel", { inboundParcelId: pkg }, true],
  ["inbound_parcel", another, "inboundParcels.readInboundParcel", { inboundParcelId: pkg }, false],
  ["inbound_parcel", another, "shipRequests.estimateShipping", { packageId: pkg }, true],
  ["package", another, "shipRequests.estimateShipping", { packageId: pkg }, false],
  ["package", pkg, "shipRequests.estimateParcels", { inboundParcelIds: [another] }, true],
  ["inbound_parcel", pkg, "shipRequests.estimateParcels", { inboundParcelIds: [another] }, true],
  ["ship_request", pkg, "shipRequests.readShipRequest", { shipRequestId: pkg }, true],
  ["ship_request", pkg, "shipRequests.readShipRequest", { shipRequestId: another }, false],
  ["ship_request", pkg, "shipRequests.listShipRequests", { packageId: another }, true],
  ["ship_request", pkg, "labels.listPackagesToLabel", { page: 1 }, true],
  ["ship_request", pkg, "packing.listQueue", { page: 1 }, true],
  ["ship_request", pkg, "packing.readShipRequest", { shipRequestId: pkg }, true],
  ["ship_request", pkg, "packing.readShipRequest", { shipRequestId: another }, false],
  ["inbound_parcel", another, "packing.readShipRequest", { shipRequestId: pkg }, true],
  ["inbound_parcel", another, "packing.listQueue", { page: 1 }, false],
  ["manifest", pkg, "manifests.readManifest", { manifestId: pkg }, true],
  ["manifest", pkg, "manifests.readManifest", { manifestId: another }, false],
  ["manifest", pkg, "manifests.listManifests", { page: 1 }, true],
  ["everything", null, "manifests.readManifest", { manifestId: pkg }, true],
  ["settings", null, "settings.readPublicSettings", {}, true],
  // Whether a warehouse was entered.
  ["settings", null, "auth.readSession", {}, true],
  ["everything", null, "packages.readPackage", { packageId: pkg }, true],
  ["everything", null, "wallet.readWallet", {}, true],
  ["everything", null, "lanes.listSuspendedLanes", {}, true],
  ["everything", null, "packages.trackPackage", { trackingNumber: "SF1234567890123" }, true],
  ["package", pkg, "admin.readDashboard", {}, true],
  ["plan", other, "admin.readDashboard", {}, true],
  ["work_assignment", null, "admin.listWorkAssignments", { kind: "late" }, true],
  ["work_assignment", null, "admin.readDashboard", {}, true],
  ["work_assignment", null, "admin.listWorkItems", { kind: "late" }, false],
  ["everything", null, "wallet.verifyDeposit", {}, false],
  ["everything", null, "functions.getStripePayments", {}, false],
])("a change of %s %s concerns %s %j: %s", (topic, subjectId, name, input, expected) => {
  expect(isConcerned(key(name, input), { topic, subjectId }, me)).toBe(expected);
});

test("queries with other keys are not affected", () => {
  const change = { topic: "everything", subjectId: null } as const;
  expect(isConcerned(["palette", "mei"], change, me)).toBe(false);
  expect(isConcerned([], change, me)).toBe(false);
});
