import { localeOf } from "#platform/rules/language.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import { boxText } from "#shipping/server/fees/fee-texts.ts";
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
