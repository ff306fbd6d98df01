// The SQL that finds parcels that wait for too long, which depends on the hours and time zone of each warehouse.
import { sql, type RawBuilder } from "kysely";
import { addDays } from "#platform/rules/calendar.ts";
import { addCalendarDays, localTime } from "#platform/rules/calendar-day.ts";
import { beforeOpenHours } from "#catalogue/rules/opening-hours.ts";
import { waitingLimits } from "#goods/rules/waiting-limits.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Filters of parcels that wait for too long. */
export type LateFilter = "overdue" | "long_stored";

function anyOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return conditions.length === 0 ? sql`false` : sql`(${sql.join(conditions, sql` or `)})`;
}

/**
 * Conditions on parcels `p`: overdue are those that a courier delivered more than 24 opening hours ago and nobody has
 * scanned, long stored those that lie here for long after their free days, or for longer without a known owner.
 */
export async function lateConditions(
  db: Db,
  now: Date,
): Promise<Readonly<Record<LateFilter, RawBuilder<unknown>>>> {
  const warehouses = await db
    .selectFrom("warehouses")
    .select(["id", "timeZone", "openingHours", sql<string[]>`closed_days::text[]`.as("closedDays")])
    .execute();
  const { overdueOpenHours, longStoredDays, longUnmatchedDays } = waitingLimits;
  const overdue = warehouses.flatMap((warehouse) => {
    const before = beforeOpenHours(warehouse, now, overdueOpenHours);
    if (before === null) return [];
    return [sql`(p.warehouse_id = ${warehouse.id} and p.courier_delivered_at < ${before})`];
  });
  const longStored = warehouses.map(({ id, timeZone }) => {
    const before = addCalendarDays(localTime(timeZone, now).day, -longStoredDays);
    return sql`(p.warehouse_id = ${id} and p.free_until < ${before}::date)`;
  });
  const unmatched = sql`(p.user_id is null
    and coalesce(p.received_at, p.created_at) < ${addDays(now, -longUnmatchedDays)})`;
  return {
    overdue: sql`p.state = 'expected' and p.courier_delivered_at is not null and ${anyOf(overdue)}`,
    long_stored: sql`p.state in ('received', 'packed') and ${anyOf([...longStored, unmatched])}`,
  };
}
