// The SQL about the days from which storage is counted.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

/** The day at `now` in the time zone of warehouse `w`. */
function dayAt(now: Date) {
  return sql`(${now}::timestamptz at time zone w.time_zone)::date`;
}

/** The prices of the plan in the SQL `plan` that are valid on the day in the SQL `day`. */
function validRate(plan: ReturnType<typeof sql>, day: ReturnType<typeof sql>) {
  return sql`(select id, free_days from storage_rates
    where plan is not distinct from ${plan} and valid_from <= ${day} order by valid_from desc limit 1)`;
}

/** Begins the free days of those of the parcels that are here, have an owner, and have not begun. */
export async function updateStorageBegun(
  db: Db,
  parcelIds: readonly string[],
  now: Date,
): Promise<void> {
  if (parcelIds.length === 0) return;
  await sql`
    update inbound_parcels p
    set storage_from = days.today, free_until = days.today + rate.free_days, storage_rate_id = rate.id
    from (
      select parcels.id, profiles.subscription as plan, ${dayAt(now)} as today
      from inbound_parcels parcels join warehouses w on w.id = parcels.warehouse_id
        join profiles on profiles.id = parcels.user_id
      where parcels.id = any(${parcelIds}::uuid[]) and parcels.state in ('received', 'packed')
        and parcels.free_until is null
    ) days cross join lateral ${validRate(sql`days.plan`, sql`days.today`)} rate
    where p.id = days.id
  `.execute(db);
}
