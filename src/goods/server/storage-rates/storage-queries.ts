// The SQL about the days from which storage is counted.
import { sql, type RawBuilder } from "kysely";
import { type PlanName, planNames } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";
import type { StorageRow } from "./storage-of.ts";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage.ts";

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

/** The columns of these parcels on which storage depends. */
export async function listStorageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<(RowOf<"inboundParcels"> & StorageRow)[]> {
  const { rows } = await sql<RowOf<"inboundParcels"> & StorageRow>`
    select p.*, warehouses.time_zone, rates.day_cents, rates.step_grams, rates.volume_divisor, rates.cap_cents
    from inbound_parcels p join warehouses on warehouses.id = p.warehouse_id
      join storage_rates rates on rates.id = p.storage_rate_id
    where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}

type DayRow = StoragePrices & {
  readonly createdByEmail: string | null;
  readonly createdAt: Date;
};

/** The prices of these days, the newest day first. */
async function listDays(db: Db, days: ReturnType<typeof sql>): Promise<StorageRatesOfDay[]> {
  const { rows } = await sql<DayRow>`
    select rates.valid_from, min(step_grams) as step_grams, min(volume_divisor) as volume_divisor,
      json_agg(json_build_object(
        'plan', plan, 'freeDays', free_days, 'dayCents', day_cents, 'capCents', cap_cents
      ) order by array_position(${planNames}::text[], plan) nulls first) as rates,
      min(source) as source, min(profiles.email) as created_by_email, min(rates.created_at) as created_at
    from storage_rates rates left join profiles on profiles.id = rates.created_by
    where rates.valid_from in (${days})
    group by rates.valid_from order by rates.valid_from desc
  `.execute(db);
  return rows.map(({ createdByEmail, createdAt, ...prices }) => ({
    prices,
    createdByEmail,
    createdAt: createdAt.toISOString(),
  }));
}

/** One page of the days from which prices are valid, how many there are, and the newest that has come on `today`. */
export async function listRateDays(
  db: Db,
  today: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ items: StorageRatesOfDay[]; total: number; currentFrom: string | null }> {
  const items = await listDays(
    db,
    sql`select distinct valid_from from storage_rates order by valid_from desc offset ${offset} limit ${limit}`,
  );
  const { rows } = await sql<{ total: number; currentFrom: string | null }>`
    select count(distinct valid_from)::int as total,
      max(valid_from) filter (where valid_from <= ${today}::date) as current_from
    from storage_rates
  `.execute(db);
  return { items, total: rows[0]?.total ?? 0, currentFrom: rows[0]?.currentFrom ?? null };
}

/** The prices that are valid on a day. */
export async function findRatesOn(db: Db, day: string): Promise<StorageRatesOfDay | undefined> {
  const newest = sql`select max(valid_from) from storage_rates where valid_from <= ${day}::date`;
  return (await listDays(db, newest))[0];
}

/** Inserts the prices of a day and returns them; undefined when it has prices already. */
export async function insertRatesOfDay(
  db: Db,
  day: string,
  rates: readonly InsertOf<"storageRates">[],
): Promise<StorageRatesOfDay | undefined> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("storageRates")
    .values(rates)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== BigInt(rates.length)) return undefined;
  return (await listDays(db, sql`${day}::date`))[0];
}

/** Whether there are prices of storage on a day. */
export function areRatesInPlace(today: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (select from storage_rates where valid_from <= ${today})`;
}
