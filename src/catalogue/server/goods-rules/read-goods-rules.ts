import type { GoodsRule } from "#catalogue/rules/goods-rule.ts";
import type { Context } from "#platform/server/context.ts";
import type { Language } from "#platform/rules/language.ts";
import { listRulesOn, type GoodsRuleRow } from "./goods-rule-queries.ts";
import { ruleSource } from "./goods-rule-texts.ts";

/** A rule as a reader is told of it. */
export function toGoodsRule(
  { texts, source, ...rule }: Omit<GoodsRuleRow, "confidence" | "validFrom" | "validUntil">,
  language: Language,
): GoodsRule {
  return { ...rule, text: texts[language], source: ruleSource(source, language) };
}

/** The rules of which goods services take that count on a day (YYYY-MM-DD), in the language of the request. */
export async function readGoodsRules(
  { db, language }: Pick<Context, "db" | "language">,
  day: string,
): Promise<GoodsRule[]> {
  return (await listRulesOn(db, day)).map((rule) => toGoodsRule(rule, language));
}
