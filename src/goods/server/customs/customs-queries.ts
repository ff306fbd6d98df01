// The SQL about what customs of destinations ask, and the unit of account of posts.
import { sql } from "kysely";
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { PostLimit } from "#catalogue/rules/service-comparison.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, RowOf } from "#platform/server/db/tables.ts";

/** The newest rule of each of these countries on a day (YYYY-MM-DD); countries without one are left out. */
export async function listDataRules(
  db: Db,
  countryCodes: readonly CountryCode[],
  day: string,
): Promise<
  {
    readonly countryCode: CountryCode;
    readonly hsDigits: number;
    readonly wantsIdentifiers: boolean;
  }[]
> {
  const { rows } = await sql<{
    countryCode: CountryCode;
    hsDigits: number;
    wantsIdentifiers: boolean;
  }>`
    select distinct on (wanted.code) wanted.code as country_code, rules.hs_digits, rules.wants_identifiers
    from unnest(${countryCodes}::text[]) as wanted (code)
    join customs_data_rules rules on wanted.code = any(rules.countries)
    where rules.valid_from <= ${day} and (rules.valid_until is null or rules.valid_until >= ${day})
    order by wanted.code, rules.valid_from desc
  `.execute(db);
  return rows;
}

/** The rate of the special drawing right on a day (YYYY-MM-DD). */
export async function findSdrRate(db: Db, day: string): Promise<RowOf<"sdrRates"> | undefined> {
  return await db
    .selectFrom("sdrRates")
    .selectAll()
    .where("validFrom", "<=", day)
    .orderBy("validFrom", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** Inserts a rate; false where there is one of this day. */
export async function insertSdrRate(db: Db, rate: InsertOf<"sdrRates">): Promise<boolean> {
  const inserted = await db
    .insertInto("sdrRates")
    .values(rate)
    .onConflict((conflict) => conflict.column("validFrom").doNothing())
    .returning("validFrom")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** The most that goods which come by post may be worth, by country, on a day (YYYY-MM-DD). */
export async function listPostLimits(
  db: Db,
  day: string,
): Promise<(PostLimit & { readonly countryCode: CountryCode })[]> {
  const { rows } = await sql<PostLimit & { countryCode: CountryCode }>`
    select distinct on (country) country as country_code, rules.maximum_post_cents as maximum_cents, rules.source,
      rules.source_day::text as day
    from customs_data_rules rules, unnest(rules.countries) as country
    where rules.valid_from <= ${day} and (rules.valid_until is null or rules.valid_until >= ${day})
      and rules.maximum_post_cents is not null
    order by country, rules.valid_from desc
  `.execute(db);
  return rows;
}
