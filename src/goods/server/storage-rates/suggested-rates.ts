import type { SuggestionHandler } from "#catalogue/server/suggestions/suggestion-handler.ts";
import { translate } from "#platform/server/translate.ts";
import { addRatesOfDay } from "./add-rates-of-day.ts";
import { storagePriceTexts } from "./describe-storage-prices.ts";
import { areRatesInPlace } from "./suggested-rates-queries.ts";

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
