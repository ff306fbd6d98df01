// A box and an extra service with what they cost, in a sentence.
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import { translate } from "#platform/server/translate.ts";

type Box = Pick<SuggestionContents["box"], "names" | "sidesMm" | "priceCents">;
type ExtraService = Pick<SuggestionContents["extra_service"], "names" | "per" | "priceCents"> & {
  readonly freePlans: readonly string[];
};

/** A box with its inner size and price. */
export function boxText({ names, sidesMm, priceCents }: Box, language: Language): string {
  const locale = localeOf(language);
  const [length, width, height] = sidesMm.map((mm) => (mm / 10).toLocaleString(locale));
  return translate(language, "fees.box", {
    name: names[language],
    length: length ?? "",
    width: width ?? "",
    height: height ?? "",
    amount: formatUsd(priceCents, locale),
  });
}

/** An extra service with its price and the plans that include it. */
export function extraServiceText(
  { names, per, priceCents, freePlans }: ExtraService,
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
