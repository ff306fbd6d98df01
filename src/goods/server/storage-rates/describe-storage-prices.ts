import type { StoragePrices } from "#goods/contract/storage-rates.ts";
import { localTime } from "#platform/rules/calendar-day.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { pricesTimeZone } from "#catalogue/rules/price-day.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { AppServices } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { findRatesOn } from "./rate-queries.ts";

type Texts = { readonly plans: readonly string[]; readonly step: string };

/** Prices of storage in words: a sentence for each plan, and one about weight. */
export function storagePriceTexts(
  { rates, stepGrams, volumeDivisor }: Pick<StoragePrices, "rates" | "stepGrams" | "volumeDivisor">,
  language: Language,
): Texts {
  const locale = localeOf(language);
  const plans = rates.map(({ plan, freeDays, dayCents, capCents }) => {
    const figures = {
      count: freeDays,
      dayAmount: formatUsd(dayCents, locale),
      amount: formatUsd(capCents, locale),
    };
    return plan === null
      ? translate(language, "storage-prices.withoutPlan", figures)
      : translate(language, "storage-prices.plan", { plan, ...figures });
  });
  const step = translate(language, "storage-prices.step", {
    weight: formatKilograms(stepGrams, locale),
    volume: volumeDivisor.toLocaleString(locale),
  });
  return { plans, step };
}

/** What storage costs for what arrives today in Hong Kong; null where it costs nothing. */
export async function describeStoragePrices(
  { db, now }: Pick<AppServices, "db" | "now">,
  language: Language,
): Promise<Texts | null> {
  const current = await findRatesOn(db, localTime(pricesTimeZone, now()).day);
  return current === undefined ? null : storagePriceTexts(current.prices, language);
}
