// Which goods the services of today take, as Help says it: to a destination that the reader chooses, or wherever it goes.
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { countingRule, ruledFlags, type GoodsRule } from "#catalogue/rules/goods-rule.ts";
import {
  destinationsOf,
  mayBeRequested,
  type ShippingService,
} from "#catalogue/rules/shipping-service.ts";
import { flagNames } from "#catalogue/server/goods-rules/goods-rule-texts.ts";
import {
  answersAboutGoods,
  readOfferedToday,
  servicesTo,
  type AnswerOfService,
  type AnswersAboutGoods,
} from "#catalogue/server/goods-rules/rules-of-destination.ts";
import { localeOf, type Language } from "#platform/rules/language.ts";
import type { AppServices } from "#platform/server/context.ts";
import { translate } from "#platform/server/translate.ts";
import { escapeHtml } from "#app/server/content-pages/content-pages.ts";

/** What a rule says to goods. */
type Said = Pick<AnswerOfService, "text" | "source" | "day"> & Pick<AnswersAboutGoods, "flag">;

/** A sentence about goods, and what was said of them. */
type Statement = { readonly line: string; readonly said: readonly Said[] };

const answerKinds = ["refused", "proof", "limited"] as const;

function kindOf({ answer, needsProof }: AnswerOfService): (typeof answerKinds)[number] {
  if (answer === "refused") return "refused";
  return needsProof ? "proof" : "limited";
}

function goodsOf(said: readonly Said[], language: Language): string {
  return flagNames(
    said.map(({ flag }) => flag),
    language,
  );
}

/** A sentence and the words of the rules by which it is said, which are the same for all of them. */
function withWords(sentence: string, said: readonly Said[], language: Language): Statement {
  const text = said[0]?.text ?? "";
  const format = new Intl.ListFormat(localeOf(language), { style: "narrow", type: "unit" });
  return { line: format.format(text === "" ? [sentence] : [sentence, text]), said };
}

/** Goods of which the same is said, by their words. */
function byWords(said: readonly Said[]): readonly (readonly Said[])[] {
  return [...Map.groupBy(said, ({ text }) => text).values()];
}

/** The same answer of several services to one property of goods. */
type Answered = {
  readonly kind: (typeof answerKinds)[number];
  readonly codes: readonly string[];
  readonly said: readonly Said[];
};

function answersOf({ flag, answers }: AnswersAboutGoods): readonly Answered[] {
  const alike = Map.groupBy(answers, (answer) => JSON.stringify([kindOf(answer), answer.text]));
  return [...alike.values()].flatMap((together) => {
    const [first] = together;
    if (first === undefined) return [];
    return [
      {
        kind: kindOf(first),
        codes: together.map(({ serviceCode }) => serviceCode),
        said: together.map((answer) => ({ flag, ...answer })),
      },
    ];
  });
}

function sentenceOf(
  { kind, codes, said }: Answered,
  services: readonly ShippingService[],
  destination: CountryCode | null,
  language: Language,
): string {
  const goods = goodsOf(said, language);
  if (kind === "refused" && codes.length === services.length) {
    return destination === null
      ? translate(language, "sent-goods.noneTakes", { goods })
      : translate(language, "sent-goods.noneTakesTo", {
          country: countryName(destination, language),
          goods,
        });
  }
  const names = services
    .filter(({ code }) => codes.includes(code))
    .map((service) => service.names[language]);
  return translate(language, `sent-goods.${kind}`, {
    services: new Intl.ListFormat(localeOf(language), { type: "conjunction" }).format(names),
    goods,
  });
}

/**
 * What services do not take, then what they take with a proof or under another condition; goods of which the same services say
 * the same stand together.
 */
function serviceStatements(
  services: readonly ShippingService[],
  rules: readonly GoodsRule[],
  destination: CountryCode | null,
  language: Language,
): readonly Statement[] {
  const answered = answersAboutGoods(services, rules, destination).flatMap(answersOf);
  const alike = Map.groupBy(answered, ({ kind, codes, said }) =>
    JSON.stringify([kind, codes, said[0]?.text]),
  );
  const together = [...alike.values()].flatMap((of) => {
    const [first] = of;
    return first === undefined ? [] : [{ ...first, said: of.flatMap(({ said }) => said) }];
  });
  return together
    .toSorted(
      (one, other) =>
        answerKinds.indexOf(one.kind) - answerKinds.indexOf(other.kind) ||
        other.codes.length - one.codes.length,
    )
    .map((answer) =>
      withWords(sentenceOf(answer, services, destination, language), answer.said, language),
    );
}

/** What is said besides of single countries, those with the same goods and words together. */
function countryStatements(
  services: readonly ShippingService[],
  rules: readonly GoodsRule[],
  language: Language,
): readonly Statement[] {
  const list = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  const countries = [...new Set(rules.flatMap(({ countryCode }) => countryCode ?? []))];
  const saidOf = countries.flatMap((country) => {
    const said = ruledFlags.flatMap((flag) =>
      services.flatMap((service) => {
        const rule = countingRule(flag, service, country, rules);
        if (rule?.countryCode !== country) return [];
        return [{ flag, text: rule.text, source: rule.source, day: rule.sourceDay }];
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
  const lines = statements.flatMap(({ said }) =>
    said.map(({ source, day }) =>
      translate(language, "sent-goods.source", {
        source,
        day: new Date(day).toLocaleDateString(localeOf(language), {
          dateStyle: "long",
          timeZone: "UTC",
        }),
      }),
    ),
  );
  return [...new Set(lines)];
}

/** A form that asks for the destination and works without scripts; it comes back to this part of the page. */
function destinationForm(
  destinations: readonly CountryCode[],
  chosen: CountryCode | null,
  language: Language,
): string {
  const { compare } = new Intl.Collator(localeOf(language));
  const options = destinations
    .map((code) => ({ code, name: countryName(code, language) }))
    .toSorted((one, other) => compare(one.name, other.name))
    .map(({ code, name }) => {
      const selected = code === chosen ? " selected" : "";
      return `<option value="${code}"${selected}>${escapeHtml(name)}</option>`;
    });
  const label = translate(language, "sent-goods.destination");
  const any = `<option value="">${translate(language, "sent-goods.anyDestination")}</option>`;
  return `<form action="#what-can-i-send"><label for="destination">${label}</label><select id="destination" name="destination">${any}${options.join("")}</select><button>${translate(language, "sent-goods.show")}</button></form>`;
}

function describeStatements(statements: readonly Statement[], language: Language): string {
  if (statements.length === 0) return `<p>${translate(language, "sent-goods.none")}</p>`;
  const sources = sourceLines(statements, language).map(escapeHtml);
  const list = statements.map(({ line }) => `<li>${escapeHtml(line)}</li>`).join("");
  return `<ul>${list}</ul><p>${sources.join("<br>")}</p>`;
}

function describeDestination(
  offered: Awaited<ReturnType<typeof readOfferedToday>>,
  destination: CountryCode,
  language: Language,
): string {
  const country = countryName(destination, language);
  const { open, closed } = servicesTo(destination, offered);
  const format = new Intl.ListFormat(localeOf(language), { type: "conjunction" });
  const namesOf = (services: readonly ShippingService[]) =>
    format.format(services.map(({ names }) => names[language]));
  const paragraph = (sentence: string) => `<p>${escapeHtml(sentence)}</p>`;
  const ofClosed =
    closed.length === 0
      ? ""
      : paragraph(translate(language, "sent-goods.closed", { country, services: namesOf(closed) }));
  if (open.length === 0)
    return `${paragraph(translate(language, "sent-goods.noService", { country }))}${ofClosed}`;
  const ofOpen = translate(language, "sent-goods.services", { country, services: namesOf(open) });
  const statements = serviceStatements(open, offered.rules, destination, language);
  return `${paragraph(ofOpen)}${ofClosed}${describeStatements(statements, language)}`;
}

/**
 * A form to choose a destination, and what is not taken to there as HTML without line breaks.
 * @param destination the code of a country; anything else: wherever it goes, service by service.
 */
export async function describeSentGoods(
  services: Pick<AppServices, "db" | "now" | "servicePrices">,
  language: Language,
  destination: string | null,
): Promise<string> {
  const today = await readOfferedToday({ ...services, language });
  const { rules } = today;
  // While no warehouse is open, what the services would say.
  const offered = today.offered.length > 0 ? today.offered : today.services.filter(mayBeRequested);
  const chosen = countryByCode(destination ?? "")?.code ?? null;
  const countries = offered.flatMap((service) => destinationsOf(service, today.services));
  const form = destinationForm([...new Set(countries)], chosen, language);
  if (chosen !== null) return `${form}${describeDestination(today, chosen, language)}`;
  const statements = [
    ...serviceStatements(offered, rules, null, language),
    ...countryStatements(offered, rules, language),
  ];
  return `${form}${describeStatements(statements, language)}`;
}
