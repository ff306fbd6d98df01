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

/** Sentences one after the other, the words of each rule once. */
function joined(
  sentence: string,
  rules: readonly Pick<GoodsRule, "text">[],
  language: Language,
): string {
  const words = new Set(rules.map(({ text }) => text).filter((text) => text !== ""));
  const format = new Intl.ListFormat(localeOf(language), { style: "narrow", type: "unit" });
  return format.format([sentence, ...words]);
}

/** What a service says wherever a parcel goes, in a sentence each for what it refuses and what it limits. */
function serviceLines(
  service: Service,
  rules: readonly GoodsRule[],
  language: Language,
): readonly string[] {
  const counting = ruledFlags.flatMap((flag) => countingRule(flag, service, null, rules) ?? []);
  return (["refused", "limited"] as const).flatMap((answer) => {
    const said = counting.filter((rule) => rule.answer === answer);
    if (said.length === 0) return [];
    const goods = flagNames(
      said.map(({ flag }) => flag),
      language,
    );
    const values = { service: service.names[language], goods };
    return [joined(translate(language, `sent-goods.${answer}`, values), said, language)];
  });
}

/** What is said besides of single countries, those with the same goods together. */
function countryLines(
  services: readonly Service[],
  rules: readonly GoodsRule[],
  language: Language,
): readonly string[] {
  const list = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  const countries = [...new Set(rules.flatMap(({ countryCode }) => countryCode ?? []))];
  const saidOf = countries.flatMap((country) => {
    const said = ruledFlags.flatMap((flag) =>
      services.flatMap((service) => {
        const rule = countingRule(flag, service, country, rules);
        return rule?.countryCode === country && rule.answer !== "allowed" ? [rule] : [];
      }),
    );
    if (said.length === 0) return [];
    const goods = flagNames(
      said.map(({ flag }) => flag),
      language,
    );
    return [{ country, goods, said }];
  });
  const together = Map.groupBy(saidOf, ({ goods, said }) =>
    JSON.stringify([goods, ...new Set(said.map(({ text }) => text))]),
  );
  return [...together.values()].map((of) => {
    const sentence = translate(language, "sent-goods.countries", {
      goods: of[0]?.goods ?? "",
      countries: list.format(of.map(({ country }) => countryName(country, language))),
    });
    return joined(
      sentence,
      of.flatMap(({ said }) => said),
      language,
    );
  });
}

/** Where that is from, and for which day; each source once. */
function sourceLines(
  services: readonly Service[],
  rules: readonly GoodsRule[],
  language: Language,
): readonly string[] {
  const counts = (rule: GoodsRule) =>
    rule.answer !== "allowed" &&
    services.some(
      (service) => countingRule(rule.flag, service, rule.countryCode, [rule]) !== undefined,
    );
  const lines = rules.filter(counts).map(({ source, sourceDay }) =>
    translate(language, "sent-goods.source", {
      source,
      day: new Date(sourceDay).toLocaleDateString(localeOf(language), {
        dateStyle: "long",
        timeZone: "UTC",
      }),
    }),
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
  const lines = [
    ...services.flatMap((service) => serviceLines(service, rules, language)),
    ...countryLines(services, rules, language),
  ];
  if (lines.length === 0) return `<p>${translate(language, "sent-goods.none")}</p>`;
  const sources = sourceLines(services, rules, language).map(escapeHtml);
  const list = lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("");
  return `<ul>${list}</ul><p>${sources.join("<br>")}</p>`;
}
