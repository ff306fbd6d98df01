// Words with which goods are described for customs.
import * as z from "zod";
import { goodsHints, goodsWordLimits } from "#goods/rules/goods-word.ts";
import { language, line } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";

const goodsWord = z.object({
  term: z.string().describe("The word that was found, in `language`"),
  language,
  description: z.string().describe("In English, as customs papers have it"),
  hsCode: z.string().describe("Six digits of the Harmonized System"),
  flags: z.array(z.enum(goodsHints)).readonly().describe("What such goods often have"),
});
goodsWord.register(z.globalRegistry, { id: "GoodsWord" });
export type SuggestedGoodsWord = z.infer<typeof goodsWord>;

export const goods = {
  suggestWords: procedure({
    method: "GET",
    path: "/goods-words",
    access: "signedIn",
    limit: "goodsWordSearchesPerAccount",
    summary: "Suggest descriptions of goods for what is typed, in any of the three languages",
    description:
      "At most 8, each description once, the best first: by the beginning of a word or name, by words inside it, and by names inside a longer text.",
  })
    .input(z.strictObject({ text: line(goodsWordLimits.searchedCharacters) }))
    .output(z.object({ items: z.array(goodsWord) })),
};
