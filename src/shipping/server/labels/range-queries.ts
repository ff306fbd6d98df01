// The SQL about number ranges.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { NamesByLanguage } from "#platform/rules/language.ts";
import type { NumberRangeKind } from "#shipping/rules/number-range.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf } from "#platform/server/db/tables.ts";

/** Numbers that are looked at together for one that no label has. */
const numbersAtOnce = 50;

/** A range with what is left of it. */
export type RangeRow = {
  readonly id: string;
  readonly serviceCode: string;
  readonly serviceNames: NamesByLanguage | null;
  readonly kind: NumberRangeKind;
  readonly prefix: string | null;
  readonly countryCode: CountryCode | null;
  readonly firstSerial: number | null;
  readonly lastSerial: number | null;
  readonly nextSerial: number | null;
  readonly firstListed: string | null;
  readonly lastListed: string | null;
  readonly nextListed: string | null;
  readonly total: number;
  readonly left: number;
  readonly usedLately: number;
  readonly source: string;
  readonly isActive: boolean;
  readonly createdAt: Date;
};

function selectRanges(usedSince: Date) {
  return sql`
    select ranges.id, ranges.service_code, ranges.kind, ranges.prefix, ranges.country_code, ranges.first_serial,
      ranges.last_serial, ranges.next_serial, ranges.source, ranges.is_active, ranges.created_at,
      (select names from shipping_services services where services.code = ranges.service_code
        order by version desc limit 1) as service_names,
      (select tracking_number from range_numbers numbers where numbers.range_id = ranges.id
        order by position limit 1) as first_listed,
      (select tracking_number from range_numbers numbers where numbers.range_id = ranges.id
        order by position desc limit 1) as last_listed,
      (select tracking_number from range_numbers numbers where numbers.range_id = ranges.id and used_at is null
        order by position limit 1) as next_listed,
      case ranges.kind when 'postal' then ranges.last_serial - ranges.first_serial + 1
        else (select count(*)::int from range_numbers numbers where numbers.range_id = ranges.id) end as total,
      case ranges.kind when 'postal' then ranges.last_serial - ranges.next_serial + 1
        else (select count(*)::int from range_numbers numbers where numbers.range_id = ranges.id
          and used_at is null) end as left,
      (select count(*)::int from labels where labels.range_id = ranges.id
        and labels.created_at > ${usedSince}) as used_lately
    from number_ranges ranges
  `;
}

/** All ranges, those of a service in the order in which they are used. */
export async function listRanges(db: Db, usedSince: Date): Promise<RangeRow[]> {
  const { rows } = await sql<RangeRow>`
    ${selectRanges(usedSince)} order by ranges.service_code, ranges.created_at, ranges.id
  `.execute(db);
  return rows;
}

export async function findRange(
  db: Db,
  rangeId: string,
  usedSince: Date,
): Promise<RangeRow | undefined> {
  const { rows } = await sql<RangeRow>`
    ${selectRanges(usedSince)} where ranges.id = ${rangeId}
  `.execute(db);
  return rows[0];
}

/** Locks the range until the transaction ends, against others who stop or resume it. */
export async function lockRange(db: Db, rangeId: string): Promise<void> {
  await db
    .selectFrom("numberRanges")
    .select("id")
    .where("id", "=", rangeId)
    .forNoKeyUpdate()
    .execute();
}

/** Keeps other ranges from being entered until the transaction ends, and returns how many there are. */
export async function lockRanges(db: Db): Promise<number> {
  await sql`lock table number_ranges in share row exclusive mode`.execute(db);
  const { count } = await db
    .selectFrom("numberRanges")
    .select(({ fn }) => fn.countAll<bigint>().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function isService(db: Db, serviceCode: string): Promise<boolean> {
  const row = await db
    .selectFrom("shippingServices")
    .select("id")
    .where("code", "=", serviceCode)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether a range has some of these postal numbers. */
export async function overlaps(
  db: Db,
  numbers: {
    readonly prefix: string;
    readonly countryCode: CountryCode;
    readonly firstSerial: number;
    readonly lastSerial: number;
  },
): Promise<boolean> {
  const row = await db
    .selectFrom("numberRanges")
    .select("id")
    .where("prefix", "=", numbers.prefix)
    .where("countryCode", "=", numbers.countryCode)
    .where("firstSerial", "<=", numbers.lastSerial)
    .where("lastSerial", ">=", numbers.firstSerial)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRange(db: Db, range: InsertOf<"numberRanges">): Promise<string> {
  const { id } = await db
    .insertInto("numberRanges")
    .values(range)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Which of these numbers another list has, or a label. */
export async function listKnownNumbers(
  db: Db,
  trackingNumbers: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ trackingNumber: string }>`
    select tracking_number from range_numbers where tracking_number = any(${trackingNumbers}::text[])
    union select tracking_number from labels where tracking_number = any(${trackingNumbers}::text[])
  `.execute(db);
  return new Set(rows.map(({ trackingNumber }) => trackingNumber));
}

export async function insertRangeNumbers(
  db: Db,
  rangeId: string,
  trackingNumbers: readonly string[],
): Promise<void> {
  await sql`
    insert into range_numbers (range_id, position, tracking_number)
    select ${rangeId}, place, number from unnest(${trackingNumbers}::text[]) with ordinality as numbers (number, place)
  `.execute(db);
}

export async function updateRangeActive(
  db: Db,
  rangeId: string,
  change: { readonly isActive: boolean; readonly updatedAt: Date },
): Promise<void> {
  await db.updateTable("numberRanges").set(change).where("id", "=", rangeId).execute();
}

/** A range from which numbers are taken, locked until the transaction ends. */
export type LockedRange = {
  readonly id: string;
  readonly kind: NumberRangeKind;
  readonly prefix: string | null;
  readonly countryCode: CountryCode | null;
  readonly nextSerial: number | null;
  readonly lastSerial: number | null;
};

/** The active ranges of a service in the order in which they are used. */
export async function lockRangesOfService(db: Db, serviceCode: string): Promise<LockedRange[]> {
  return await db
    .selectFrom("numberRanges")
    .select(["id", "kind", "prefix", "countryCode", "nextSerial", "lastSerial"])
    .where("serviceCode", "=", serviceCode)
    .where("isActive", "=", true)
    .orderBy("createdAt")
    .orderBy("id")
    .forUpdate()
    .execute();
}

export async function updateNextSerial(
  db: Db,
  rangeId: string,
  nextSerial: number,
  updatedAt: Date,
): Promise<void> {
  await db
    .updateTable("numberRanges")
    .set({ nextSerial, updatedAt })
    .where("id", "=", rangeId)
    .execute();
}

/** The next numbers of a list that are not used. */
export async function listNextNumbers(db: Db, rangeId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("rangeNumbers")
    .select("trackingNumber")
    .where("rangeId", "=", rangeId)
    .where("usedAt", "is", null)
    .orderBy("position")
    .limit(numbersAtOnce)
    .execute();
  return rows.map(({ trackingNumber }) => trackingNumber);
}

export async function updateNumbersToUsed(
  db: Db,
  trackingNumbers: readonly string[],
  usedAt: Date,
): Promise<void> {
  await db
    .updateTable("rangeNumbers")
    .set({ usedAt })
    .where("trackingNumber", "in", trackingNumbers)
    .execute();
}
