// Rules about goods that come with suggestions of services, or as suggestions of their own.
import { countryName } from "#catalogue/rules/country-name.ts";
import { doRulesTie } from "#catalogue/rules/goods-rule.ts";
import type { SuggestedGoodsRule } from "#catalogue/rules/suggestion.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import { translate } from "#platform/server/translate.ts";
import { insertRules, listRulesFrom, lockRules } from "./goods-rule-queries.ts";
import { flagNames } from "./goods-rule-texts.ts";

/** From which day on suggested rules count, and who states them for which day. */
export type SuggestedSince = {
  readonly validFrom: string;
  readonly source: string;
  readonly sourceDay: string;
};

const noTexts = { en: "", "zh-Hant-HK": "", "zh-Hans": "" };

/** Adds suggested rules, except where there is one about the same and for the same already. */
export async function addSuggestedRules(
  db: Db,
  suggested: readonly SuggestedGoodsRule[],
  since: SuggestedSince,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<void> {
  await lockRules(db);
  const known = await listRulesFrom(db, since.validFrom);
  const rules = suggested.flatMap(
    ({ modes = [null], countryCodes = [null], texts = noTexts, ...rule }) =>
      modes.flatMap((mode) =>
        countryCodes.map((countryCode) => ({
          ...rule,
          ...since,
          ...origin,
          texts,
          mode,
          countryCode,
          serviceCode: null,
          validUntil: null,
          confidence: "single" as const,
        })),
      ),
  );
  const added = rules.filter((rule) => !known.some((one) => doRulesTie(one, rule)));
  await insertRules(
    db,
    added.map(({ texts, ...rule }) => ({ ...rule, texts: JSON.stringify(texts) })),
  );
}

/** What the rules of a suggested service close or limit, in sentences. */
export function serviceRuleLines(
  rules: readonly SuggestedGoodsRule[],
  language: Language,
): string[] {
  const flagsOf = (matches: (rule: SuggestedGoodsRule) => boolean) =>
    rules.filter(matches).map(({ flag }) => flag);
  const refused = flagsOf(({ answer }) => answer === "refused");
  const limited = flagsOf(({ answer }) => answer === "limited");
  const sentence = (
    id: "suggested.refuses" | "suggested.limits",
    flags: ReturnType<typeof flagsOf>,
  ) => (flags.length === 0 ? [] : [translate(language, id, { goods: flagNames(flags, language) })]);
  return [...sentence("suggested.refuses", refused), ...sentence("suggested.limits", limited)];
}

/** What suggested rules say of goods, by which services and to where: goods of which they say the same together. */
export function goodsRuleLines(rules: readonly SuggestedGoodsRule[], language: Language): string[] {
  const list = (names: readonly string[]) =>
    new Intl.ListFormat(localeOf(language), { style: "narrow", type: "conjunction" }).format(names);
  const alike = Map.groupBy(rules, ({ flag: _flag, ...said }) => JSON.stringify(said));
  return [...alike.values()].flatMap((said) =>
    said.slice(0, 1).flatMap(({ answer, modes, countryCodes, texts }) => {
      const services = modes?.map((mode) => translate(language, `admin-services.mode.${mode}`));
      const goods = flagNames(
        said.map(({ flag }) => flag),
        language,
      );
      const countries = countryCodes?.map((code) => countryName(code, language));
      return [
        translate(language, "suggested.rule", {
          answer,
          goods,
          services: list(services ?? [translate(language, "admin-goods-rules.anyService")]),
        }),
        ...(countries === undefined
          ? []
          : [translate(language, "suggested.ruleCountries", { countries: list(countries) })]),
        ...(texts === undefined ? [] : [texts[language]]),
      ];
    }),
  );
}
