// The rules of which goods services take, as managers keep them and everybody reads them.
import * as z from "zod";
import { factConfidences } from "#catalogue/rules/dated-fact.ts";
import { goodsAnswers, goodsRuleLimits, ruledFlags } from "#catalogue/rules/goods-rule.ts";
import { goodsRuleColumns, goodsRuleErrorKinds } from "#catalogue/rules/goods-rule-file.ts";
import { serviceModes } from "#catalogue/rules/shipping-service.ts";
import { csvFile, eachOf, id, line, nothing, text } from "#platform/contract/fields.ts";
import { procedure } from "#platform/contract/procedure.ts";
import { languages } from "#platform/rules/language.ts";
import { roleAccess } from "#platform/rules/role-access.ts";
import { carrierCode } from "./carriers.ts";
import { countryCode } from "./lanes.ts";
import { serviceCode, serviceSummary } from "./shipping-services.ts";

export const ruledFlag = z.enum(ruledFlags).meta({ id: "RuledFlag" });
const answer = z.enum(goodsAnswers).meta({ id: "GoodsAnswer" });
const day = z.iso.date();

const ruleFields = z.strictObject({
  flag: ruledFlag,
  serviceCode: serviceCode.nullable().describe("null, as in the next three: any"),
  carrierCode: carrierCode.nullable(),
  mode: z.enum(serviceModes).nullable(),
  countryCode: countryCode.nullable(),
  answer,
  needsProof: z
    .boolean()
    .describe("Of a limited one: whether goods go only once staff have seen a proof"),
  texts: z
    .strictObject(eachOf(languages, text(goodsRuleLimits.textCharacters)))
    .meta({ id: "GoodsRuleTexts", description: "By language; empty where the answer says all" }),
  source: line(goodsRuleLimits.sourceCharacters).refine(
    (value) => value !== "",
    "Please say where it was found.",
  ),
  sourceDay: day.describe("For which the source states it"),
  confidence: z.enum(factConfidences),
  validFrom: day,
});

const goodsRule = z.object({
  ...ruleFields.shape,
  id,
  validUntil: day.nullable().describe("The last day; null: until it is ended"),
});
goodsRule.register(z.globalRegistry, { id: "GoodsRule" });
export type StoredGoodsRule = z.infer<typeof goodsRule>;

const newRule = z
  .strictObject({
    ...ruleFields.shape,
    isPreview: z.boolean().default(false).describe("Say what it would close, and add nothing"),
  })
  .refine(({ answer: said, needsProof }) => !needsProof || said === "limited", {
    error: "Only a limited answer needs a proof.",
    path: ["needsProof"],
  });
export type NewGoodsRuleInput = z.output<typeof newRule>;

const closedRequestsCount = z
  .int()
  .nullable()
  .describe(
    "Open ship requests whose service would no longer take what is in them; null: no preview",
  );

const addedRule = z.object({
  rule: goodsRule.nullable().describe("null: a preview"),
  closedRequestsCount,
});
addedRule.register(z.globalRegistry, { id: "AddedGoodsRule" });
export type AddedGoodsRule = z.infer<typeof addedRule>;

const importResult = z.object({
  isImported: z.boolean(),
  errors: z
    .array(z.object({ line: z.int(), kind: z.enum(goodsRuleErrorKinds), value: z.string() }))
    .describe("With any of them nothing is imported"),
  addedCount: z.int().describe("Rules that the file adds"),
  endedCount: z.int().describe("Rules that others of the file follow"),
  closedRequestsCount,
});
importResult.register(z.globalRegistry, { id: "GoodsRulesImport" });
export type GoodsRulesImport = z.infer<typeof importResult>;

export const goodsRules = {
  listGoodsRules: procedure({
    method: "GET",
    path: "/admin/goods-rules",
    access: roleAccess.goodsRules,
    summary: "List the rules of which goods services take, as they count on a day",
    description:
      "Of each property the most specific rule counts: of a service before a carrier, a carrier before a mode, a mode before all, and at the same level one with a country before one without; of a service with several carriers the strictest of what counts for each. Without a day those of today in Hong Kong, and later ones.",
  })
    .input(z.strictObject({ on: day.optional() }))
    .output(z.object({ today: day, items: z.array(goodsRule) })),

  addGoodsRule: procedure({
    method: "POST",
    path: "/admin/goods-rules",
    access: roleAccess.services,
    actsOn: "none",
    audit: "stated",
    summary: "Add a rule about goods, from a day on, or say what it would close",
    description:
      "Quotes that were accepted stand until their label is made. Refused with `rule_conflict` where there is a rule about the same goods, for the same services, on the same days.",
    errors: ["invalid_storage_day", "carrier_not_found", "not_found", "rule_conflict"],
  })
    .input(newRule)
    .output(addedRule),

  endGoodsRule: procedure({
    method: "POST",
    path: "/admin/goods-rules/{goodsRuleId}/end",
    access: roleAccess.services,
    actsOn: "none",
    audit: { field: "goodsRuleId" },
    summary: "End a rule about goods, from a day on",
    description: "It stays in the history. The day is the first on which it no longer counts.",
    errors: ["invalid_storage_day", "not_found", "conflict"],
  })
    .input(z.strictObject({ goodsRuleId: id, on: day }))
    .output(goodsRule),

  importGoodsRules: procedure({
    method: "POST",
    path: "/admin/goods-rules/import",
    access: roleAccess.services,
    actsOn: "none",
    limit: "uploadsPerAccount",
    audit: "stated",
    summary: "Add rules about goods from CSV, or say what the file would change",
    description:
      "A rule of the file follows the one about the same goods and for the same services that counts then, until what is scheduled after that; all others stay.",
    errors: ["invalid_storage_day", "too_large", "conflict"],
  })
    .input(
      z.strictObject({
        file: z
          .file()
          .describe(
            `CSV in UTF-8 with the columns ${goodsRuleColumns.join(", ")}; at most 1 MB and ${goodsRuleLimits.rows} rows`,
          ),
        validFrom: day.describe("The first day of these rules in Hong Kong"),
        mode: z
          .enum(["preview", "import"])
          .describe("preview: say what would change, and import nothing"),
      }),
    )
    .output(importResult),

  exportGoodsRules: procedure({
    method: "GET",
    path: "/admin/goods-rules/rules.csv",
    access: roleAccess.goodsRules,
    isLong: true,
    summary: "Download today's rules about goods as a CSV file that can be imported again",
    description: `With the columns ${goodsRuleColumns.join(", ")}.`,
    errors: ["busy"],
  })
    .input(nothing)
    .output(csvFile),

  listForDestination: procedure({
    method: "GET",
    path: "/goods-rules/{countryCode}",
    access: "public",
    needsWarehouse: true,
    limit: "goodsRulesPerAddress",
    summary: "List what the services to a country do not take, or only under a condition",
    description:
      "Of the services that ship requests from a warehouse that is open may take today and that go to there. What is not listed is taken.",
  })
    .input(z.strictObject({ countryCode }))
    .output(
      z.object({
        services: z.array(serviceSummary),
        items: z.array(
          z.object({
            flag: ruledFlag,
            answers: z.array(
              z.object({
                serviceCode: z.string(),
                answer,
                needsProof: z.boolean(),
                text: z.string(),
                source: z.string(),
                day,
              }),
            ),
          }),
        ),
      }),
    ),
};
