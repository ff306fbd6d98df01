import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import type { SuggestionHandler } from "#catalogue/server/suggestions/suggestion-handler.ts";
import { translate } from "#platform/server/translate.ts";
import { addExtraService } from "./add-extra-service.ts";
import { isServiceInPlace } from "./suggested-service-queries.ts";

/** The suggested extra services. */
export const suggestedService: SuggestionHandler<"extra_service"> = {
  isInPlace: () => isServiceInPlace,
  describe(content, language) {
    const { names, promisedHours: hours } = content;
    const promised = translate(language, "suggested.promised", { hours });
    return { title: names[language], lines: [extraServiceText(content, language), promised] };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addExtraService(db, { ...content, ...since, isActive: true }, origin),
};

type ServiceFacts = Pick<SuggestionContents["extra_service"], "names" | "per" | "priceCents"> & {
  readonly freePlans: readonly string[];
};

/** An extra service with its price and the plans that include it. */
export function extraServiceText(
  { names, per, priceCents, freePlans }: ServiceFacts,
  language: Language,
): string {
  const locale = localeOf(language);
  const service = translate(language, "fees.extraService", {
    name: names[language],
    per,
    amount: formatUsd(priceCents, locale),
  });
  if (freePlans.length === 0) return service;
  const plans = new Intl.ListFormat(locale, { type: "conjunction" }).format(freePlans);
  return translate(language, "fees.extraServiceFreeWith", { service, plans });
}
