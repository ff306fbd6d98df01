import { localTime } from "#core/calendar-day.ts";
import { localeOf, type Language } from "#core/language.ts";
import { formatUsd } from "#core/money.ts";
import { storageRatesTimeZone } from "#core/storage-rate.ts";
import { formatKilograms } from "#core/weight.ts";
import type { AppServices } from "#server/context.ts";
import { translate } from "#server/translate.ts";
import { findRatesOn } from "./rate-queries.ts";

/** What storage costs for what arrives today in Hong Kong: a sentence for each plan, and one about weight. */
export async function describeStoragePrices(
  { db, now }: Pick<AppServices, "db" | "now">,
  language: Language,
): Promise<{ readonly plans: readonly string[]; readonly step: string } | null> {
  const current = await findRatesOn(db, localTime(storageRatesTimeZone, now()).day);
  if (current === undefined) return null;
  const { rates, stepGrams, volumeDivisor } = current.prices;
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
