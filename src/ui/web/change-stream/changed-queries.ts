import type { Change } from "#platform/contract/change-stream.ts";

/** Areas (`packages`) or single operations (`users.listUsers`) of the contract. */
type Names = readonly string[];

type Concern = {
  /** Operations that show the signed-in user's own data. */
  readonly own: Names;
  /** Operations that show staff the data of any user. */
  readonly anyUser: Names;
};

const concerns: Readonly<Record<Change["topic"], Concern>> = {
  package: {
    own: [],
    anyUser: [
      "packages",
      "users.listUserThings",
      "inboundParcels.readAddress",
      // By how many services it goes from there.
      "inboundParcels.readInboundParcel",
      "shipRequests.estimateShipping",
      "shipRequests.estimateParcels",
      "wallet.readUserWallet",
      "wallet.listUserTransactions",
      "admin",
      "tracking",
    ],
  },
  inbound_parcel: {
    own: ["users.readAccountClosing"],
    anyUser: [
      "inboundParcels",
      "users.listUserThings",
      "goods.listRecentItems",
      "parcelClaims",
      "shipRequests",
      // It says where the parcels lie.
      "packing.readShipRequest",
      "admin",
      "tracking",
    ],
  },
  ship_request: {
    own: [],
    anyUser: [
      "shipRequests",
      "packing",
      "extraServices",
      // What was ordered for them.
      "inboundParcels.readInboundParcel",
      "packages.readPackage",
      "labels",
      "admin",
    ],
  },
  manifest: { own: [], anyUser: ["manifests"] },
  wallet: {
    own: ["wallet", "auth.readSession", "users.readAccountClosing", "wallet.readPayout"],
    anyUser: [
      "wallet.readUserWallet",
      "wallet.listUserTransactions",
      "users.listUsers",
      "users.readUser",
      "admin",
    ],
  },
  plan: {
    own: ["plans", "auth.readSession", "inboundParcels.readAddress"],
    anyUser: ["users.listUsers", "users.readUser", "admin"],
  },
  profile: {
    own: [
      "plans",
      "auth.readSession",
      "users.readProfile",
      "users.readNotificationSettings",
      "inboundParcels.readAddress",
      "inboundParcels.readInboundParcel",
      "shipRequests.estimateParcels",
    ],
    anyUser: ["users.listUsers", "users.readUser", "admin"],
  },
  session: { own: ["auth.listSessions"], anyUser: [] },
  lane: { own: [], anyUser: ["lanes", "quotes", "inboundParcels.readInboundParcel"] },
  carrier: { own: [], anyUser: ["carriers"] },
  case: { own: [], anyUser: ["cases", "users.listUserThings", "admin"] },
  // The dashboard counts what the reader has taken.
  work_assignment: { own: [], anyUser: ["admin.listWorkAssignments", "admin.readDashboard"] },
  notification: { own: ["notifications"], anyUser: [] },
  admin: {
    own: [],
    anyUser: [
      "payments",
      "wallet.listPayoutRequests",
      "wallet.listRefundShortfalls",
      "extraServices.listUnpaidExtraServices",
      "admin",
    ],
  },
  settings: {
    // The session says whether a warehouse was entered.
    own: ["settings.readPublicSettings", "auth.readSession", "tracking.readProviderDelay"],
    anyUser: ["settings.readSettings", "admin.readSetUp"],
  },
  everything: {
    own: ["wallet", "plans", "auth", "users", "notifications", "settings.readPublicSettings"],
    anyUser: [
      "packages",
      "inboundParcels",
      "goods",
      "parcelClaims",
      "shipRequests",
      "packing",
      "extraServices",
      "labels",
      "manifests",
      "warehouses",
      "payments",
      "lanes",
      "quotes",
      "carriers",
      "cases",
      "admin",
      "tracking",
      "settings.readSettings",
    ],
  },
};

/** Refetching these would repeat an action or call the payment provider. */
const neverRefetched: Names = ["wallet.verifyDeposit"];

/** Whether the query with `key` is read once and never again, whatever changes. */
export function isNeverRefetched([path]: readonly unknown[]): boolean {
  return Array.isArray(path) && neverRefetched.includes(path.join("."));
}

/** The input field of an operation that reads a single subject of the topic. */
const subjectFields: Readonly<Partial<Record<Change["topic"], string>>> = {
  package: "packageId",
  inbound_parcel: "inboundParcelId",
  ship_request: "shipRequestId",
  manifest: "manifestId",
  case: "caseId",
  wallet: "userId",
  plan: "userId",
  profile: "userId",
  notification: "userId",
};

function isNamed(names: Names, area: string, operation: string): boolean {
  return names.includes(area) || names.includes(operation);
}

/** Whether the change may affect the query with `key` of the signed-in user `userId`. */
export function isConcerned(
  key: readonly unknown[],
  { topic, subjectId }: Change,
  userId: string,
): boolean {
  // Queries of single operations have their path as key; a page may use other keys for its own queries.
  if (!Array.isArray(key[0])) return false;
  const [path, options] = key as readonly [
    path: readonly string[],
    options?: { readonly input?: unknown },
  ];
  const [area = ""] = path;
  const operation = path.join(".");
  if (isNeverRefetched(key)) return false;
  const { own, anyUser } = concerns[topic];
  const isUserTopic = subjectFields[topic] === "userId";
  const isOwn = (!isUserTopic || subjectId === userId) && isNamed(own, area, operation);
  if (!isOwn && !isNamed(anyUser, area, operation)) return false;
  // A claim, and what is awaited under a near number, are shown with another parcel.
  const field = area === "parcelClaims" ? undefined : subjectFields[topic];
  const input = (options?.input ?? {}) as Readonly<Record<string, unknown>>;
  return field === undefined || input[field] === undefined || input[field] === subjectId;
}
