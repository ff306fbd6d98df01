import type { PackageStatus, PackageTab } from "#tracking/rules/package-status.ts";

/** Every status, every one but delivered, or one alone. */
export type StatusFilter = PackageStatus | "all" | "active";

/** A filter of all customers' packages. `weekStartsOn`: only those added in the seven UTC days from that day on. */
export type ShipmentFilter = {
  readonly status: StatusFilter;
  readonly weekStartsOn: string | null;
};

/** A search of the own packages reads the newest ones up to this number. */
export const maxSearched = 10_000;

/** The statuses that are in both tab and filter; null when none is. */
export function statusFilter(tab: PackageTab, status: PackageStatus | "all"): StatusFilter | null {
  if (status === "all") return tab;
  if (tab === "all") return status;
  return (tab === "delivered") === (status === "delivered") ? status : null;
}
