import { apiError } from "#platform/contract/errors.ts";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage.ts";
import { localTime } from "#platform/rules/calendar.ts";
import { isPriceDay, pricesTimeZone } from "#catalogue/rules/service-version.ts";
import { recordAdminAction } from "#platform/server/audit/record-audit.ts";
import type { SignedInContext, AppServices } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { listRateDays, findRatesOn, insertRatesOfDay, areRatesInPlace } from "./storage-queries.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import { translate } from "#platform/server/translate.ts";
import type { SuggestionHandler } from "#catalogue/server/announcements.ts";

/**
 * Adds what storage costs from a day on, for all plans. Parcels that are here keep their prices. Throws
 * `missing_information` without a source, `invalid_storage_day` for a day before today in Hong Kong or too far ahead, and
 * `storage_rates_exist` when the day has prices already.
 */
export async function addStorageRates(
  context: SignedInContext,
  prices: StoragePrices,
): Promise<StorageRatesOfDay> {
  const { validFrom } = prices;
  if (prices.source === "") throw apiError("missing_information");
  const now = context.now();
  const { day: today } = localTime(pricesTimeZone, now);
  if (!isPriceDay(validFrom, today)) throw apiError("invalid_storage_day");
  const origin = { createdBy: context.session.person.id, createdAt: now };
  const ratesOfDay = await atomically(context.db, async (db) => {
    const inserted = await addRatesOfDay(db, prices, origin);
    await recordAdminAction(context, db, {
      action: "storageRates.addStorageRates",
      target: validFrom,
      after: prices,
    });
    return inserted;
  });
  context.log.info({ validFrom }, "Storage rates added");
  return ratesOfDay;
}

/** One page of what storage costs, by day and plan, the newest day first, with which day is today and which is valid. */
export async function listStorageRates(
  context: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{
  items: StorageRatesOfDay[];
  total: number;
  today: string;
  currentFrom: string | null;
}> {
  const { day: today } = localTime(pricesTimeZone, context.now());
  const shown = { offset: (page - 1) * pageSize, limit: pageSize };
  return { ...(await listRateDays(context.db, today, shown)), today };
}

type Texts = { readonly plans: readonly string[]; readonly step: string };

/** Prices of storage in words: a sentence for each plan, and one about weight. */
function storagePriceTexts(
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

/** Adds the prices of a day in the transaction of `db`. Throws `storage_rates_exist` when it has prices already. */
async function addRatesOfDay(
  db: Db,
  prices: StoragePrices,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<StorageRatesOfDay> {
  const { rates, ...ofAll } = prices;
  const rows = rates.map((rate) => ({ ...rate, ...ofAll, ...origin }));
  const inserted = await insertRatesOfDay(db, prices.validFrom, rows);
  if (inserted === undefined) throw apiError("storage_rates_exist");
  return inserted;
}

/** The suggested prices of storage. */
export const suggestedRates: SuggestionHandler<"storage_rates"> = {
  isInPlace: areRatesInPlace,
  describe(content, language) {
    const { plans, step } = storagePriceTexts(content, language);
    return { title: translate(language, "suggested.storage"), lines: [...plans, step] };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addRatesOfDay(db, { ...content, ...since }, origin),
};
