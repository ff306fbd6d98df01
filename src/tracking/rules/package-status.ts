// The statuses of packages and their legs, and how a package's status follows from its legs.

/** Every status of a package. A new package is pending. */
export const packageStatuses = [
  "pending",
  "processing",
  "in_transit",
  "delivered",
  "voided",
  "cancelled",
] as const;

/** A status of a package. */
export type PackageStatus = (typeof packageStatuses)[number];

/** Every status of a leg. A new leg is pending. */
export const legStatuses = ["pending", "in_transit", "delivered", "cancelled", "voided"] as const;

/** A status of a leg. */
export type LegStatus = (typeof legStatuses)[number];

/** The statuses that an admin may set directly. */
export const settablePackageStatuses = [
  "pending",
  "processing",
  "in_transit",
  "delivered",
  "voided",
] as const satisfies readonly PackageStatus[];

/** The options of the filter of a list of packages; "all" filters nothing. */
export const packageStatusFilters = [
  "all",
  "pending",
  "processing",
  "in_transit",
  "delivered",
] as const satisfies readonly (PackageStatus | "all")[];

/** The statuses in the dropdown of a leg. */
export const offeredLegStatuses = [
  "pending",
  "in_transit",
  "delivered",
  "cancelled",
] as const satisfies readonly LegStatus[];

/** The kinds of events in a package's history that are shown; a deletion is recorded besides. */
export const packageEventKinds = [
  "package_created",
  "package_status_changed",
  "package_changed",
  "recipient_changed",
  "package_cancelled",
  "package_confirmed",
  "leg_added",
  "leg_changed",
  "leg_dates_changed",
  "leg_status_changed",
  "final_weight_changed",
  "image_added",
  "image_deleted",
  "qr_code_generated",
  "qr_code_deleted",
] as const;

/** The kinds of events that are stored. */
export const storedPackageEventKinds = [...packageEventKinds, "package_deleted"] as const;

/** Kind of a stored event. */
export type StoredPackageEventKind = (typeof storedPackageEventKinds)[number];

const customerEventKinds: readonly string[] = [
  "package_created",
  "package_status_changed",
  "package_cancelled",
  "package_confirmed",
  "leg_dates_changed",
  "leg_status_changed",
  "final_weight_changed",
] satisfies readonly (typeof packageEventKinds)[number][];

/** Whether an event matters to the package's customer; how staff prepare legs and labels does not. */
export function isShownToCustomers(event: {
  readonly kind: (typeof packageEventKinds)[number];
  readonly byStaff: boolean;
}): boolean {
  const isImageOfStaff =
    event.byStaff && (event.kind === "image_added" || event.kind === "image_deleted");
  return isImageOfStaff || customerEventKinds.includes(event.kind);
}

/** The tabs of a list of packages. */
export const packageTabs = ["all", "active", "delivered"] as const;

/** A tab of a list of packages. */
export type PackageTab = (typeof packageTabs)[number];

/** Whether a package belongs under the tab 'Active': every package that is not delivered. */
export function isActivePackage(status: string): boolean {
  return status !== "delivered";
}

/**
 * The status of a package that follows from its legs, in any order. The first that fits:
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

/**
 * Whether staff set the status by hand, against what the package's legs say. Preparing a package that has not left is no
 * contradiction, and its customer cancels a package as a whole.
 */
export function isSetAgainstLegs(pkg: {
  readonly status: PackageStatus;
  readonly legs: readonly { readonly legNumber: number; readonly status: LegStatus }[];
}): boolean {
  const derived = derivePackageStatus(pkg.legs);
  if (pkg.status === "cancelled" || pkg.status === derived) return false;
  return pkg.status !== "processing" || derived !== "pending";
}
