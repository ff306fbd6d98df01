import type { CountryCode } from "#catalogue/rules/country.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import type { Context } from "#platform/server/context.ts";
import { findSdrRate, listDataRules } from "./customs-queries.ts";

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
