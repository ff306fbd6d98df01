// Where a package is in the warehouse, beside its status.
import type { InboundParcelState } from "./inbound-parcel.ts";
import type { LegStatus, PackageStatus } from "#tracking/rules/package-status.ts";

/** Every fulfilment stage of a package. */
export const packageStages = [
  "gathering",
  "ready",
  "requested",
  "packing",
  "waiting_for_customer",
  "packed",
  "handed_over",
  "on_the_way",
  "delivered",
  "ended",
] as const;

/** Fulfilment stage of a package. */
export type PackageStage = (typeof packageStages)[number];

type Leg = { readonly origin: string; readonly destination: string };

export type PackageShipRequestState = (typeof packageShipRequestStates)[number];

export type StagedPackage = {
  readonly status: PackageStatus;
  readonly destination: string;
  readonly legs: readonly (Leg & { readonly status: LegStatus })[];
  /** The states of the parcels that it gathers. */
  readonly parcelStates: readonly InboundParcelState[];
  /** Of its open ship request, or that with which it was just handed over; null or absent where there is none. */
  readonly shipRequestState?: PackageShipRequestState | null | undefined;
};

/** The stage of a package with an open ship request; one that is accepted or labelled stays packed until it leaves. */
const stagesOfRequests = {
  requested: "requested",
  packing: "packing",
  packed: "packed",
  waiting_for_customer: "waiting_for_customer",
  accepted: "packed",
  labelled: "packed",
} as const satisfies Readonly<Record<OpenShipRequestState, PackageStage>>;

/** Whether a leg leads to the warehouse, so that it follows the parcels of its package; not one to the recipient. */
export function isInboundLeg(leg: Leg, pkg: { readonly destination: string }): boolean {
  return (
    leg.origin === "China" && leg.destination === "Hong Kong" && pkg.destination !== "Hong Kong"
  );
}

function hasMoved(leg: { readonly status: LegStatus }): boolean {
  return leg.status === "in_transit" || leg.status === "delivered";
}

/** Whether a package has left the warehouse: with its parcels, by a leg, or since staff said so. */
export function hasLeft(pkg: StagedPackage): boolean {
  const { status, legs, parcelStates } = pkg;
  if (parcelStates.includes("departed")) return true;
  if (legs.some((leg) => !isInboundLeg(leg, pkg) && hasMoved(leg))) return true;
  return status === "in_transit" && !legs.some(hasMoved);
}

/**
 * The stage that follows from a package's status, legs and parcels: ended, delivered, handed over or on the way, that of its
 * ship request, ready when everything awaited is here, otherwise gathering.
 */
export function derivePackageStage(pkg: StagedPackage): PackageStage {
  if (pkg.status === "cancelled" || pkg.status === "voided") return "ended";
  if (pkg.status === "delivered") return "delivered";
  const request = pkg.shipRequestState ?? null;
  if (hasLeft(pkg)) return request === "handed_over" ? "handed_over" : "on_the_way";
  if (request !== null && request !== "handed_over") return stagesOfRequests[request];
  const isHere = pkg.parcelStates.some((state) => state === "received" || state === "packed");
  const isComplete = isHere && !pkg.parcelStates.includes("expected");
  return isComplete ? "ready" : "gathering";
}

/**
 * What a package's status and legs mean for the parcels that it still gathers: once it has left or was delivered they
 * depart with it, as far as they are here; once it was cancelled or voided they are taken out; otherwise they stay.
 */
export function effectOnParcels(pkg: StagedPackage): "stay" | "depart" | "take_out" {
  if (pkg.status === "delivered" || hasLeft(pkg)) return "depart";
  return isEnded(pkg.status) ? "take_out" : "stay";
}

/**
 * The status that the leg to the warehouse takes from the parcels of its package: in transit once the first is here,
 * delivered once none is awaited. It never goes back.
 */
export function deriveInboundLegStatus(
  current: LegStatus,
  parcelStates: readonly InboundParcelState[],
): LegStatus {
  if (current !== "pending" && current !== "in_transit") return current;
  if (!parcelStates.some((state) => state !== "expected" && state !== "cancelled")) return current;
  return parcelStates.includes("expected") ? "in_transit" : "delivered";
}

/** Whether parcels can be put into a package: it starts before our warehouse and has neither left it nor ended. */
export function isOpenForParcels(pkg: {
  readonly origin: string;
  readonly stage: PackageStage;
}): boolean {
  return pkg.origin !== "Singapore" && (pkg.stage === "gathering" || pkg.stage === "ready");
}

/** Whether the box of a package is closed, so that nothing joins or leaves it. */
export function isBoxClosed({
  shipRequestState = null,
}: Pick<StagedPackage, "shipRequestState">): boolean {
  return (
    shipRequestState !== null && !["requested", "packing", "handed_over"].includes(shipRequestState)
  );
}

/**
 * Whether parcels may be put into a package and taken out: until its box is closed, or it has left or ended. Packages from
 * Singapore never pass the warehouse.
 */
export function mayGather(pkg: StagedPackage & { readonly origin: string }): boolean {
  return pkg.origin !== "Singapore" && !isEnded(pkg.status) && !hasLeft(pkg) && !isBoxClosed(pkg);
}

/** Whether a package is being prepared by a ship request. */
export function hasShipRequest({
  shipRequestState = null,
}: Pick<StagedPackage, "shipRequestState">): boolean {
  return shipRequestState !== null && shipRequestState !== "handed_over";
}

/** What prevents a customer's change: a leg has moved, the status was changed, or the package's journey has ended. */
const changeObstacles = ["leg_moved", "status_changed", "ended"] as const;

/** What prevents a customer's change of a package. */
export type ChangeObstacle = (typeof changeObstacles)[number];

const endedStatuses: readonly PackageStatus[] = ["delivered", "voided", "cancelled"];

/** Whether nothing further happens to a package of that status. */
export function isEnded(status: PackageStatus): boolean {
  return endedStatuses.includes(status);
}

/**
 * What prevents the customer from correcting or cancelling the package; null while its status and all its legs are
 * pending.
 */
export function changeObstacle(pkg: {
  readonly status: PackageStatus;
  readonly legs: readonly { readonly status: LegStatus }[];
}): ChangeObstacle | null {
  if (isEnded(pkg.status)) return "ended";
  if (pkg.legs.some((leg) => leg.status !== "pending")) return "leg_moved";
  return pkg.status === "pending" ? null : "status_changed";
}

/**
 * Whether cancelling returns a package of the quota: only within the paid month whose quota the package used, and not
 * twice.
 */
export function returnsQuota(
  pkg: { readonly planPeriodId: string | null; readonly isQuotaReturned: boolean },
  currentMonth: { readonly id: string; readonly endsAt: Date } | null,
  now: Date,
): boolean {
  return (
    currentMonth !== null &&
    pkg.planPeriodId === currentMonth.id &&
    !pkg.isQuotaReturned &&
    now < currentMonth.endsAt
  );
}

/** Every state of a ship request. */
export const shipRequestStates = [
  "requested",
  "packing",
  "packed",
  "waiting_for_customer",
  "accepted",
  "labelled",
  "handed_over",
  "cancelled",
  "shelved",
] as const;

/** State of a ship request. */
export type ShipRequestState = (typeof shipRequestStates)[number];

/** The states in which a package is being prepared, so that it can have no second request. */
export const openShipRequestStates = [
  "requested",
  "packing",
  "packed",
  "waiting_for_customer",
  "accepted",
  "labelled",
] as const satisfies readonly ShipRequestState[];

/** State of the ship request of a package, while it is open or has just been handed over. */
export const packageShipRequestStates = [...openShipRequestStates, "handed_over"] as const;
/** State of a ship request that has neither ended nor left. */
type OpenShipRequestState = (typeof openShipRequestStates)[number];

/** Whether a request is still being prepared. */
export function isOpenShipRequest(state: ShipRequestState): state is OpenShipRequestState {
  return (openShipRequestStates as readonly ShipRequestState[]).includes(state);
}
