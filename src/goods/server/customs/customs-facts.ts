import type { CountryCode } from "#catalogue/rules/country.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { PostLimit } from "#catalogue/rules/service-comparison.ts";
import type { Context } from "#platform/server/context.ts";
import { findSdrRate, listDataRules, listPostLimits } from "./customs-queries.ts";

/** What customs of a destination ask of each goods item. */
export type DataRule = { readonly hsDigits: number; readonly wantsIdentifiers: boolean };

/** Of a country about which nothing is known: the digits that all posts ask for. */
const usualRule: DataRule = { hsDigits: 6, wantsIdentifiers: false };

/** What customs ask today in each of these countries. */
export async function readDataRules(
  { db, now }: Pick<Context, "db" | "now">,
  countryCodes: readonly CountryCode[],
): Promise<(countryCode: CountryCode) => DataRule> {
  const rules = await listDataRules(db, [...new Set(countryCodes)], todayOfRates(now()));
  const byCountry = new Map(rules.map((rule) => [rule.countryCode, rule]));
  return (countryCode) => byCountry.get(countryCode) ?? usualRule;
}

/** US dollars for one special drawing right today, as exact decimal text. */
export async function readUsdPerSdr({ db, now }: Pick<Context, "db" | "now">): Promise<string> {
  const rate = await findSdrRate(db, todayOfRates(now()));
  if (rate === undefined) throw new Error("There is no rate of the special drawing right.");
  return rate.usdPerSdr;
}

/** The most that goods which come by post may be worth today, by country. */
export async function readPostLimits({
  db,
  now,
}: Pick<Context, "db" | "now">): Promise<ReadonlyMap<CountryCode, PostLimit>> {
  const rows = await listPostLimits(db, todayOfRates(now()));
  return new Map(rows.map(({ countryCode, ...limit }) => [countryCode, limit]));
}
