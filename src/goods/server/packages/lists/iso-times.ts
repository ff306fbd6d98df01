// Converts times in PostgreSQL's JSON to the API's format.
import type { Package } from "#goods/contract/packages.ts";

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
