// The SQL about the days from which storage is counted.
import { sql } from "kysely";
import type { PlanName } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The day at `now` in the time zone of warehouse `w`. */
function dayAt(now: Date) {
  return sql`(${now}::timestamptz at time zone w.time_zone)::date`;
}

/** The prices of the plan in the SQL `plan` that are valid on the day in the SQL `day`. */
function validRate(plan: ReturnType<typeof sql>, day: ReturnType<typeof sql>) {
  return sql`(select id, free_days from storage_rates
    where plan is not distinct from ${plan} and valid_from <= ${day} order by valid_from desc limit 1)`;
}

/**
 * Begins the free days of those of the parcels that are here, have an owner, and have not begun. What arrived while no prices
 * were in force stays free, whenever its owner is found.
 */
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
        and exists (select from storage_rates known
          where known.created_at <= coalesce(parcels.received_at, ${now})
            and known.valid_from <= (coalesce(parcels.received_at, ${now}) at time zone w.time_zone)::date)
    ) days cross join lateral ${validRate(sql`days.plan`, sql`days.today`)} rate
    where p.id = days.id
  `.execute(db);
}

/**
 * Gives those of a customer's parcels that are here the free days of a plan, counted from the day on which theirs began,
 * where that is later; days by which packing was late stay free besides. Their rows are locked in order of id.
 */
export async function updateStorageLengthened(
  db: Db,
  { userId, plan }: { readonly userId: string; readonly plan: PlanName },
  now: Date,
): Promise<void> {
  await sql`
    with here as (
      select p.id, p.storage_from, w.time_zone from inbound_parcels p join warehouses w on w.id = p.warehouse_id
      where p.user_id = ${userId} and p.state in ('received', 'packed') and p.free_until is not null
      order by p.id for no key update of p
    )
    update inbound_parcels p set free_until = w.storage_from + rate.free_days + p.delay_days, updated_at = ${now}
    from here w cross join lateral ${validRate(sql`${plan}`, dayAt(now))} rate
    where p.id = w.id and w.storage_from + rate.free_days + p.delay_days > p.free_until
  `.execute(db);
}

/** Parcels of a customer that were promised to be packed by `dueAt` in a warehouse. */
export type Delay = {
  readonly userId: string;
  readonly warehouseId: string;
  readonly dueAt: Date;
  readonly parcelIds: readonly string[];
};

/**
 * Makes the days free, up to today, that have passed since parcels were promised to be packed and have not been made free yet.
 * Their rows are locked in order of id.
 */
export async function updateStorageDelayed(
  db: Db,
  { userId, warehouseId, dueAt, parcelIds }: Delay,
  now: Date,
): Promise<void> {
  await sql`
    with late as (
      select p.id, ${dayAt(now)} as today,
        greatest((${dueAt}::timestamptz at time zone w.time_zone)::date, p.storage_from, p.delay_until) as since
      from inbound_parcels p join warehouses w on w.id = ${warehouseId}
      where p.id = any(${parcelIds}::uuid[]) and p.user_id = ${userId}
        and p.state in ('received', 'packed') and p.free_until is not null
      order by p.id for no key update of p
    )
    update inbound_parcels p
    set free_until = p.free_until + (late.today - late.since), delay_days = p.delay_days + (late.today - late.since),
      delay_until = late.today, updated_at = ${now}
    from late where p.id = late.id and late.today > late.since
  `.execute(db);
}
