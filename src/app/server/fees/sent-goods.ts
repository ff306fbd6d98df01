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

/** What a service says wherever a parcel goes, in a sentence each for what it refuses and what it limits. */
function serviceLines(
  service: Service,
  rules: readonly GoodsRule[],
  language: Language,
): readonly string[] {
  const counting = ruledFlags.flatMap((flag) => countingRule(flag, service, null, rules) ?? []);
  return (["refused", "limited"] as const).flatMap((answer) => {
    const flags = counting.filter((rule) => rule.answer === answer).map(({ flag }) => flag);
    if (flags.length === 0) return [];
    const goods = flagNames(flags, language);
    return [
      translate(language, `sent-goods.${answer}`, { service: service.names[language], goods }),
    ];
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
  const goodsOf = countries.flatMap((country) => {
    const flags = ruledFlags.filter((flag) =>
      services.some((service) => {
        const rule = countingRule(flag, service, country, rules);
        return rule !== undefined && rule.countryCode === country && rule.answer !== "allowed";
      }),
    );
    return flags.length === 0 ? [] : [{ country, goods: flagNames(flags, language) }];
  });
  return [...Map.groupBy(goodsOf, ({ goods }) => goods)].map(([goods, of]) =>
    translate(language, "sent-goods.countries", {
      goods,
      countries: list.format(of.map(({ country }) => countryName(country, language))),
    }),
  );
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
  return `<ul>${lines.map((line) => `<li>${escapeHtml(line)}</li>`).join("")}</ul>`;
}
