import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import type { SuggestionContents } from "#catalogue/rules/suggestion.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { SuggestionHandler } from "#catalogue/server/suggestions/suggestion-handler.ts";
import { translate } from "#platform/server/translate.ts";
import { addBox } from "./add-box.ts";
import { neverInPlace } from "./box-queries.ts";

/** The suggested boxes, of which staff may have others besides. */
export const suggestedBox: SuggestionHandler<"box"> = {
  isInPlace: () => neverInPlace,
  describe(content, language) {
    const { names, emptyGrams } = content;
    const weight = formatKilograms(emptyGrams, localeOf(language));
    const lines = [
      boxText(content, language),
      translate(language, "suggested.boxWeight", { weight }),
    ];
    return { title: names[language], lines };
  },
  add: async (_context, db, content, { since, origin }) =>
    await addBox(db, { ...content, ...since, warehouseId: null, isActive: true }, origin),
};

type BoxFacts = Pick<SuggestionContents["box"], "names" | "sidesMm" | "priceCents">;

/** A box with its inner size and price. */
export function boxText({ names, sidesMm, priceCents }: BoxFacts, language: Language): string {
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
