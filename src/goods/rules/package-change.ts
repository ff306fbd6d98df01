// Until when customers may correct and cancel their package, and add images to it.
import type { LegStatus, PackageStatus } from "#tracking/rules/package-status.ts";

/** What prevents a customer's change: a leg has moved, the status was changed, or the package's journey has ended. */
export const changeObstacles = ["leg_moved", "status_changed", "ended"] as const;

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
