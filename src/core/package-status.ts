// The states of packages and their legs, their labels, and how the first follows from the second.

/** Every state a package can be in. A new package is pending. */
export const packageStatuses = [
  "pending",
  "processing",
  "in_transit",
  "delivered",
  "voided",
  "cancelled",
] as const;

/** A state of a package. */
export type PackageStatus = (typeof packageStatuses)[number];

/** Every state a leg can be in. A new leg is pending. */
export const legStatuses = ["pending", "in_transit", "delivered", "cancelled", "voided"] as const;

/** A state of a leg. */
export type LegStatus = (typeof legStatuses)[number];

/** The states that an admin may set a package to directly. */
export const settablePackageStatuses = [
  "pending",
  "processing",
  "in_transit",
  "delivered",
  "voided",
] as const satisfies readonly PackageStatus[];

/** What the filter of a list of packages offers; "all" filters nothing. */
export const packageStatusFilters = [
  "all",
  "pending",
  "processing",
  "in_transit",
  "delivered",
] as const satisfies readonly (PackageStatus | "all")[];

/** The states that the dropdown of a leg offers to an admin. */
export const offeredLegStatuses = [
  "pending",
  "in_transit",
  "delivered",
  "cancelled",
] as const satisfies readonly LegStatus[];

const statusLabels: ReadonlyMap<string, string> = new Map([
  ["pending", "Pending"],
  ["processing", "Processing"],
  ["in_transit", "In Transit"],
  ["delivered", "Delivered"],
]);

/** The label of a package's or leg's state; a value without a label is shown raw. */
export function statusLabel(status: string): string {
  return statusLabels.get(status) ?? status;
}

/** Whether a package belongs under the tab 'Active': whatever is not delivered does. */
export function isActivePackage(status: string): boolean {
  return status !== "delivered";
}

/**
 * The state of a package that follows from its legs, given in any order. The first that fits:
 * no legs: pending; the leg with the highest number delivered: delivered; any leg voided: voided;
 * any in transit: in_transit; any cancelled: cancelled; otherwise pending.
 */
export function derivePackageStatus(
  legs: readonly { readonly legNumber: number; readonly status: LegStatus }[],
): PackageStatus {
  const lastLeg = legs.toSorted((one, other) => one.legNumber - other.legNumber).at(-1);
  if (lastLeg?.status === "delivered") {
    return "delivered";
  }
  const precedence = ["voided", "in_transit", "cancelled"] as const;
  return precedence.find((status) => legs.some((leg) => leg.status === status)) ?? "pending";
}
