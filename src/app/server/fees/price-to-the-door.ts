// What a kilogram costs to the visitor's door, as the home page says it.
import { countryByCode, type CountryCode } from "#catalogue/rules/country.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { costAddress, costAnchor } from "#platform/rules/page-addresses.ts";
import { acceptedTags, localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { translate } from "#platform/server/translate.ts";
import { escapeHtml, type ContentPage } from "#app/server/content-pages/content-pages.ts";
import { compareServices } from "#shipping/server/quotes/compare-services.ts";

type Services = Pick<
  AppServices,
  "db" | "exchangeRates" | "log" | "now" | "servicePrices" | "settings"
>;

const weightGrams = 1000;
/** The example for visitors whose country is not known, or has no price. */
const exampleCountry: CountryCode = "US";

/** The country that the browser's languages name first, as "en-GB" names the United Kingdom. */
function countryOf(acceptLanguage: string | null): CountryCode | null {
  for (const tag of acceptedTags(acceptLanguage)) {
    const [, region = ""] = /^[a-z]{2,3}(?:-[a-z]{4})?-([a-z]{2})\b/i.exec(tag) ?? [];
    const country = countryByCode(region);
    if (country !== null) return country.code;
  }
  return null;
}

type Price = { readonly readAt: number; readonly doorCents: Promise<number | null> };

const keptMilliseconds = 60_000;
// Everybody may open the home page; there are as many prices as countries.
const kept = new WeakMap<Db, Map<CountryCode, Price>>();

/** What the calculator names as the lowest price to the door; null where no service with a plan goes there. */
async function comparePrices(services: Services, countryCode: CountryCode): Promise<number | null> {
  const input = {
    weightGrams,
    sidesMm: null,
    originCode: "CN",
    countryCode,
    postalCode: null,
    battery: null,
    goods: [],
    order: "price",
  } as const;
  const { items } = await compareServices({ ...services, language: "en" }, input);
  const prices = items.flatMap(({ doorCents }) => doorCents ?? []);
  return prices.length === 0 ? null : Math.min(...prices);
}

/** The same, at most a minute old. */
async function readPrice(services: Services, countryCode: CountryCode): Promise<number | null> {
  const { db, now } = services;
  const prices = kept.get(db) ?? new Map<CountryCode, Price>();
  kept.set(db, prices);
  const known = prices.get(countryCode);
  const at = now().getTime();
  if (known !== undefined && at - known.readAt < keptMilliseconds) return await known.doorCents;
  const doorCents = comparePrices(services, countryCode);
  prices.set(countryCode, { readAt: at, doorCents });
  doorCents.catch(() => prices.delete(countryCode));
  return await doorCents;
}

async function describePrice(
  services: Services,
  language: Language,
  acceptLanguage: string | null,
): Promise<string> {
  const own = countryOf(acceptLanguage);
  const countries = own === null || own === exampleCountry ? [] : [own];
  for (const countryCode of [...countries, exampleCountry]) {
    const doorCents = await readPrice(services, countryCode);
    if (doorCents === null) continue;
    const locale = localeOf(language);
    const price = translate(language, "door-price.price", {
      weight: formatKilograms(weightGrams, locale),
      country: countryName(countryCode, language),
      amount: formatUsd(doorCents, locale),
    });
    const address = `/calculator?weight=${weightGrams / 1000}&amp;destination=${countryCode}${costAnchor}`;
    const sentences = new Intl.ListFormat(locale, { style: "narrow", type: "unit" });
    return sentences.format([
      `<strong>${escapeHtml(price)}</strong>`,
      translate(language, "door-price.parts"),
      `<a href="${address}">${translate(language, "door-price.own")}</a>`,
    ]);
  }
  return "";
}

/**
 * What the home page says that a kilogram costs to the visitor's door, with a link to the calculator; only the link where
 * there is no price. Before a warehouse has been open the page shows neither.
 * @param acceptLanguage names the country.
 */
export async function describeDoorPrice(
  services: Services,
  language: Language,
  acceptLanguage: string | null,
): Promise<ContentPage> {
  let article = "";
  try {
    if (await services.settings.hasWarehouse())
      article = await describePrice(services, language, acceptLanguage);
  } catch (error) {
    services.log.error({ error }, "The price to the door cannot be shown on the home page");
  }
  if (article === "")
    article = `<a href="${costAddress}">${translate(language, "door-price.question")}</a>`;
  return { version: article, article, operator: "" };
}
