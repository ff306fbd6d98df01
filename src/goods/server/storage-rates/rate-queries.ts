// The SQL about what storage costs, by plan and from a day on.
import { sql, type Insertable } from "kysely";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage-rates.ts";
import { planNames } from "#platform/rules/plan-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InboundParcelsTables } from "#goods/server/tables/inbound-parcels.ts";

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
  rates: readonly Insertable<InboundParcelsTables["storageRates"]>[],
): Promise<StorageRatesOfDay | undefined> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("storageRates")
    .values(rates)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== BigInt(rates.length)) return undefined;
  return (await listDays(db, sql`${day}::date`))[0];
}
