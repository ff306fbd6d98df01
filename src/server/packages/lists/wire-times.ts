// Writes times that PostgreSQL put into JSON the way the wire has them.
import type { Package } from "#contract/packages.ts";

/** A time as PostgreSQL writes it into JSON, in the session's zone UTC, as the wire has it: with milliseconds. */
function wireTime(time: string): string {
  if (!time.endsWith("+00:00")) return new Date(time).toISOString();
  return `${time.slice(0, 19)}.${time.slice(20, -6).padEnd(3, "0").slice(0, 3)}Z`;
}

function wireTimeOrNull(time: string | null): string | null {
  return time === null ? null : wireTime(time);
}

/** Writes the times of packages, as they came from JSON, the way the wire has them. */
export function withWireTimes<Item extends Package>(items: Item[]): Item[] {
  for (const item of items) {
    item.createdAt = wireTime(item.createdAt);
    item.updatedAt = wireTime(item.updatedAt);
    item.deliveredAt = wireTimeOrNull(item.deliveredAt);
    for (const leg of item.legs) {
      leg.estimatedDeparture = wireTimeOrNull(leg.estimatedDeparture);
      leg.estimatedArrival = wireTimeOrNull(leg.estimatedArrival);
      leg.createdAt = wireTime(leg.createdAt);
      leg.updatedAt = wireTime(leg.updatedAt);
    }
  }
  return items;
}
