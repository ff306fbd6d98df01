// Where a package is in the warehouse, beside its status.
import type { InboundParcelState } from "./inbound-parcel.ts";
import { isEnded } from "./package-change.ts";
import type { OpenShipRequestState } from "./ship-request-states.ts";
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

export type StagedPackage = {
  readonly status: PackageStatus;
  readonly destination: string;
  readonly legs: readonly (Leg & { readonly status: LegStatus })[];
  /** The states of the parcels that it gathers. */
  readonly parcelStates: readonly InboundParcelState[];
  /** Of its open ship request, or that with which it was just handed over; null or absent where there is none. */
  readonly shipRequestState?: OpenShipRequestState | "handed_over" | null | undefined;
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
