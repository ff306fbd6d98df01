// Says which statuses a list of packages shows, from its tab and its filter.
import type { PackageStatus } from "#core/package-status.ts";

/** Every status, every one but delivered, or one alone. */
export type StatusFilter = PackageStatus | "all" | "active";

/** What of everybody's packages is listed. `weekStartsOn`: only those added in the seven UTC days from that day on. */
export type ShipmentFilter = {
  readonly status: StatusFilter;
  readonly weekStartsOn: string | null;
};

/** A search finds so many at most: the newest; who looks for an older one writes more of its number. */
export const mostFound = 1000;

/** What tab and filter leave together; null: nothing can be both. */
export function statusFilter(
  tab: "all" | "active" | "delivered",
  status: PackageStatus | "all",
): StatusFilter | null {
  if (status === "all") return tab;
  if (tab === "all") return status;
  return (tab === "delivered") === (status === "delivered") ? status : null;
}
