import { extraServiceText } from "#shipping/server/fees/fee-texts.ts";
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
