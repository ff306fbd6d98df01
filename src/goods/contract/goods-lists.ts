// Lists about goods that staff keep: words, codes, and the unit of account of posts.
import * as z from "zod";
import {
  goodsListColumns,
  goodsListErrorKinds,
  goodsListLimits,
  type GoodsListName,
} from "#goods/rules/list-import.ts";
import { factConfidences } from "#catalogue/rules/dated-fact.ts";
import { isSdrRate, sdrRateBounds } from "#goods/rules/customs-values.ts";
import { goodsHints } from "#goods/rules/goods-word.ts";
import {
  fileText,
  language,
  line,
  nothing,
  pageNumber,
  pageSize,
} from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { roleAccess } from "#platform/rules/role-access.ts";

const importedList = z
  .object({
    isImported: z.boolean(),
    errors: z
      .array(z.object({ line: z.int(), kind: z.enum(goodsListErrorKinds), value: z.string() }))
      .describe(`The first ${goodsListLimits.errors}; with any of them nothing is imported`),
    addedCount: z.int(),
    changedCount: z.int(),
    unchangedCount: z.int(),
    changes: z
      .array(z.string())
      .describe(`The first ${goodsListLimits.named} that are new or differ`),
  })
  .meta({ id: "ImportedGoodsList" });
export type ImportedGoodsList = z.infer<typeof importedList>;

function importOf(name: GoodsListName, path: `/${string}`, summary: string) {
  return procedure({
    method: "POST",
    path,
    access: roleAccess.services,
    actsOn: "none",
    limit: "uploadsPerAccount",
    isLong: true,
    audit: "stated",
    summary,
    description: `CSV with the columns ${goodsListColumns[name].join(", ")}. Rows that are not in the file stay as they are.`,
  })
    .input(
      z
        .strictObject({
          csv: fileText.min(1).max(goodsListLimits.characters),
          mode: z
            .enum(["preview", "import"])
            .describe("preview: say what would change, and import nothing"),
        })
        .meta({ examples: [{ csv: goodsListColumns[name].join(","), mode: "preview" }] }),
    )
    .output(importedList);
}

const listedWord = z.object({
  term: z.string(),
  language,
  description: z.string().describe("In English, as customs papers have it"),
  hsCode: z.string(),
  flags: z.array(z.enum(goodsHints)).readonly(),
  source: z.string(),
  validUntil: z.iso.date().nullable().describe("The last day on which it is suggested"),
});
listedWord.register(z.globalRegistry, { id: "ListedGoodsWord" });
export type ListedGoodsWord = z.infer<typeof listedWord>;

const sdrRate = z.object({
  usdPerSdr: z.string().describe("US dollars for one special drawing right, as exact decimal text"),
  validFrom: z.iso.date(),
  source: z.string(),
  sourceDay: z.iso.date(),
  confidence: z.enum(factConfidences),
});
sdrRate.register(z.globalRegistry, { id: "SdrRate" });
export type SdrRate = z.infer<typeof sdrRate>;

export const goodsLists = {
  listWords: procedure({
    method: "GET",
    path: "/admin/goods-words",
    access: roleAccess.services,
    summary: "List words for goods, by their description",
    description: "Also those that are not suggested any more.",
  })
    .input(z.strictObject({ search: line(60).default(""), page: pageNumber, pageSize }))
    .output(z.object({ items: z.array(listedWord), total: z.int() })),

  endWord: procedure({
    method: "POST",
    path: "/admin/goods-words/end",
    access: roleAccess.services,
    actsOn: "none",
    audit: { field: "term" },
    summary: "Say until when a word for goods is suggested, or that it goes on being",
    description: "It stays in the list.",
    errors: ["not_found"],
  })
    .input(
      z
        .strictObject({
          term: line(60),
          language,
          validUntil: z.iso.date().nullable().describe("null: without an end"),
        })
        .meta({ examples: [{ term: "T-shirt", language: "en", validUntil: null }] }),
    )
    .output(listedWord),

  importWords: importOf(
    "words",
    "/admin/goods-words/import",
    "Import words for goods from CSV, or say what the file would change",
  ),
  importStopWords: importOf(
    "stop_words",
    "/admin/stop-words/import",
    "Import words that say too little from CSV, or say what the file would change",
  ),
  importHsCodes: importOf(
    "hs_codes",
    "/admin/hs-codes/import",
    "Import official codes of goods from CSV, or say what the file would change",
  ),

  readSdrRate: procedure({
    method: "GET",
    path: "/admin/sdr-rate",
    access: roleAccess.services,
    summary: "Read by which rate posts decide between the forms CN22 and CN23",
    description: "The newest one that counts today.",
  })
    .input(nothing)
    .output(sdrRate),

  setSdrRate: procedure({
    method: "POST",
    path: "/admin/sdr-rate",
    access: roleAccess.services,
    actsOn: "none",
    audit: { name: "sdrRate" },
    summary: "Enter the rate of the special drawing right from today on",
    description: "There is one for each day; it is never changed.",
    errors: ["conflict"],
  })
    .input(
      z
        .strictObject({
          usdPerSdr: z
            .string()
            .refine(
              isSdrRate,
              `This should be a rate from ${sdrRateBounds.least} to ${sdrRateBounds.most}, such as 1.3954.`,
            )
            .describe("US dollars for one special drawing right"),
          source: line(200).min(1),
          sourceDay: z.iso.date(),
        })
        .meta({ examples: [{ usdPerSdr: "1.3954", source: "IMF", sourceDay: "2026-11-27" }] }),
    )
    .output(sdrRate),
};
