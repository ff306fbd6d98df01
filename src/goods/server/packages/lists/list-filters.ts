import type { PackageStatus, PackageTab } from "#tracking/rules/package-status.ts";
import type { Package } from "#goods/contract/packages.ts";

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

/** An ISO 8601 time in UTC with milliseconds, from PostgreSQL's format; string slices, since Date is slow for thousands. */
function isoTime(time: string): string {
  if (!time.endsWith("+00:00")) return new Date(time).toISOString();
  return `${time.slice(0, 19)}.${time.slice(20, -6).padEnd(3, "0").slice(0, 3)}Z`;
}

function isoTimeOrNull(time: string | null): string | null {
  return time === null ? null : isoTime(time);
}

/** Converts the times of packages in place. */
export function withIsoTimes<Item extends Package>(items: Item[]): Item[] {
  for (const item of items) {
    item.createdAt = isoTime(item.createdAt);
    item.updatedAt = isoTime(item.updatedAt);
    item.deliveredAt = isoTimeOrNull(item.deliveredAt);
    for (const leg of item.legs) {
      leg.estimatedDeparture = isoTimeOrNull(leg.estimatedDeparture);
      leg.estimatedArrival = isoTimeOrNull(leg.estimatedArrival);
      leg.statusSince = isoTimeOrNull(leg.statusSince);
      leg.departedAt = isoTimeOrNull(leg.departedAt);
      leg.arrivedAt = isoTimeOrNull(leg.arrivedAt);
      leg.createdAt = isoTime(leg.createdAt);
      leg.updatedAt = isoTime(leg.updatedAt);
    }
  }
  return items;
}
