import { goodsRuleColumns } from "#catalogue/rules/goods-rule-file.ts";

/** A rule about goods that comes with no suggestion, without its first day. */
export const goodsRule = {
  flag: "tobacco",
  serviceCode: null,
  carrierCode: null,
  mode: null,
  countryCode: null,
  answer: "refused",
  needsProof: false,
  texts: { en: "", "zh-Hant-HK": "", "zh-Hans": "" },
  source: "A notice",
  sourceDay: "2026-06-01",
  confidence: "primary",
} as const;

const past = { answer: "invalid_storage_day" } as const;

/** The rows of the access matrix about rules, all of a day that is over. */
export const goodsRuleRows = {
  "goodsRules.addGoodsRule": { sends: { ...goodsRule, validFrom: "2026-01-01" }, ...past },
  "goodsRules.endGoodsRule": {
    sends: { goodsRuleId: "00000000-0000-4000-8000-000000000799", on: "2026-01-01" },
    ...past,
  },
  "goodsRules.importGoodsRules": past,
};

/** A file with one rule, which nothing else states. */
export function goodsRuleFile(): File {
  const row = "plant,,,,,refused,no,,,,A notice,2026-06-01,primary";
  return new File([`${goodsRuleColumns.join()}\n${row}\n`], "goods-rules.csv");
}
