// Which goods the services of today do not take, as Help says it.
import { countryName } from "#catalogue/rules/country-name.ts";
import { countingRule, ruledFlags, type GoodsRule } from "#catalogue/rules/goods-rule.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { mayBeRequested } from "#catalogue/rules/shipping-service.ts";
import { flagNames } from "#catalogue/server/goods-rules/goods-rule-texts.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import { listServicesOfToday } from "#catalogue/server/shipping-services/read-services.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { AppServices } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { escapeHtml } from "#app/server/content-pages/content-pages.ts";

type Service = Awaited<ReturnType<typeof listServicesOfToday>>[number];

/** A sentence about goods, and the rules by which it is said. */
type Statement = { readonly line: string; readonly rules: readonly GoodsRule[] };

/** Rules with the same words. */
function byWords(rules: readonly GoodsRule[]): readonly (readonly GoodsRule[])[] {
  return [...Map.groupBy(rules, ({ text }) => text).values()];
}

/** A sentence and the words of the rules by which it is said, which are the same for all its goods. */
function withWords(sentence: string, rules: readonly GoodsRule[], language: Language): Statement {
  const text = rules[0]?.text ?? "";
  const format = new Intl.ListFormat(localeOf(language), { style: "narrow", type: "unit" });
  return { line: format.format(text === "" ? [sentence] : [sentence, text]), rules };
}

function goodsOf(rules: readonly GoodsRule[], language: Language): string {
  return flagNames(
    rules.map(({ flag }) => flag),
    language,
  );
}

/** What a service says wherever a parcel goes: what it refuses, then what it limits, goods with the same words together. */
function serviceStatements(
  service: Service,
  rules: readonly GoodsRule[],
  language: Language,
): readonly Statement[] {
  const counting = ruledFlags.flatMap((flag) => countingRule(flag, service, null, rules) ?? []);
  return (["refused", "limited"] as const).flatMap((answer) =>
    byWords(counting.filter((rule) => rule.answer === answer)).map((said) => {
      const values = { service: service.names[language], goods: goodsOf(said, language) };
      return withWords(translate(language, `sent-goods.${answer}`, values), said, language);
    }),
  );
}

/** What is said besides of single countries, those with the same goods and words together. */
function countryStatements(
  services: readonly Service[],
  rules: readonly GoodsRule[],
  language: Language,
): readonly Statement[] {
  const list = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  const countries = [...new Set(rules.flatMap(({ countryCode }) => countryCode ?? []))];
  const saidOf = countries.flatMap((country) => {
    const said = ruledFlags.flatMap((flag) =>
      services.flatMap((service) => {
        const rule = countingRule(flag, service, country, rules);
        return rule?.countryCode === country && rule.answer !== "allowed" ? [rule] : [];
      }),
    );
    return byWords(said).map((of) => ({ country, goods: goodsOf(of, language), said: of }));
  });
  const together = Map.groupBy(saidOf, ({ goods, said }) => JSON.stringify([goods, said[0]?.text]));
  return [...together.values()].map((of) => {
    const sentence = translate(language, "sent-goods.countries", {
      goods: of[0]?.goods ?? "",
      countries: list.format(of.map(({ country }) => countryName(country, language))),
    });
    return withWords(
      sentence,
      of.flatMap(({ said }) => said),
      language,
    );
  });
}

/** Where what is said is from, and for which day; each source once. */
function sourceLines(statements: readonly Statement[], language: Language): readonly string[] {
  const lines = statements.flatMap(({ rules }) =>
    rules.map(({ source, sourceDay }) =>
      translate(language, "sent-goods.source", {
        source,
        day: new Date(sourceDay).toLocaleDateString(localeOf(language), {
          dateStyle: "long",
          timeZone: "UTC",
        }),
      }),
    ),
  );
  return [...new Set(lines)];
}

/** The services with what they do not take as HTML without line breaks. */
export async function describeSentGoods(
  { db, now }: Pick<AppServices, "db" | "now">,
  language: Language,
): Promise<string> {
  const rules = await readGoodsRules({ db, language }, todayOfRates(now()));
  const services = (await listServicesOfToday({ db, now })).filter(mayBeRequested);
  const statements = [
    ...services.flatMap((service) => serviceStatements(service, rules, language)),
    ...countryStatements(services, rules, language),
  ];
  if (statements.length === 0) return `<p>${translate(language, "sent-goods.none")}</p>`;
  const sources = sourceLines(statements, language).map(escapeHtml);
  const list = statements.map(({ line }) => `<li>${escapeHtml(line)}</li>`).join("");
  return `<ul>${list}</ul><p>${sources.join("<br>")}</p>`;
}
