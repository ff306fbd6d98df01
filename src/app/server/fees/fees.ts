// Whatever may be charged besides plan and freight, as public pages list it: read from the rows in force.
import { localeOf, type Language } from "#platform/rules/language.ts";
import { formatUsd } from "#platform/rules/money.ts";
import { overWeightStepGrams } from "#shipping/rules/ship-quote.ts";
import { formatKilograms } from "#platform/rules/weight.ts";
import { readBoxesOffered, readOverWeightFee, boxText } from "#shipping/server/boxes/boxes.ts";
import { describeSentGoods } from "./sent-goods.ts";
import { describeAnswerTimes } from "#app/server/content-pages/answer-times.ts";
import { escapeHtml, type ContentPage } from "#app/server/content-pages/content-pages.ts";
import { countryName } from "#catalogue/rules/country-name.ts";
import { todayOfRates } from "#catalogue/rules/price-day.ts";
import { readKnownPrepaidDuty } from "#catalogue/server/suggestions/suggestions.ts";
import type { AppServices } from "#platform/server/context.ts";
import {
  readOfferedServices,
  extraServiceText,
} from "#shipping/server/extra-services/extra-services.ts";
import { describeStoragePrices } from "#goods/server/storage-rates/storage.ts";
import { translate } from "#platform/server/translate.ts";

type Services = Pick<AppServices, "db" | "now" | "settings">;

function listOf(heading: string, items: readonly string[], before = "", after = ""): string {
  if (items.length === 0) return "";
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
  const text = (sentence: string) => (sentence === "" ? "" : `<p>${escapeHtml(sentence)}</p>`);
  return `<p><strong>${escapeHtml(heading)}</strong></p>${text(before)}<ul>${list}</ul>${text(after)}`;
}

async function storageList(services: Services, language: Language): Promise<string> {
  const prices = await describeStoragePrices(services, language);
  return listOf(
    translate(language, "fees.storage"),
    prices === null ? [] : [...prices.plans, prices.step],
    translate(language, "fees.storageFree"),
    translate(language, "fees.storageKept"),
  );
}

async function packingLists({ db }: Services, language: Language): Promise<string> {
  const boxes = (await readBoxesOffered(db)).filter(({ priceCents }) => priceCents > 0);
  const extras = (await readOfferedServices(db)).filter(({ priceCents }) => priceCents > 0);
  const overWeight = await readOverWeightFee(db);
  const locale = localeOf(language);
  const step =
    overWeight === null
      ? []
      : [
          translate(language, "fees.overWeightStep", {
            amount: formatUsd(overWeight, locale),
            weight: formatKilograms(overWeightStepGrams, locale),
          }),
        ];
  return [
    listOf(
      translate(language, "fees.extraServices"),
      extras.map((service) => extraServiceText(service, language)),
    ),
    listOf(
      translate(language, "fees.boxes"),
      boxes.map((box) => boxText(box, language)),
    ),
    listOf(translate(language, "fees.overWeight"), step),
  ].join("");
}

/**
 * The list of fees as HTML without line breaks, in a language, with those for storage where `hasStorage`. Where no warehouse has
 * been open yet, or nothing has a price, it says so.
 */
async function describeFees(
  services: Services,
  language: Language,
  hasStorage: boolean,
): Promise<string> {
  const hasWarehouse = await services.settings.hasWarehouse();
  const storage = hasWarehouse ? await storageList(services, language) : "";
  const packing = hasWarehouse ? await packingLists(services, language) : "";
  const end = storage === "" && packing === "" ? "fees.none" : "fees.byHand";
  return `${hasStorage ? storage : ""}${packing}<p>${translate(language, end)}</p>`;
}

/** The same; where it cannot be read, it says that. */
async function readFees(
  services: Services & Pick<AppServices, "log">,
  language: Language,
  hasStorage = true,
): Promise<string> {
  try {
    return await describeFees(services, language, hasStorage);
  } catch (error) {
    services.log.error({ error }, "The fees cannot be shown on a page");
    return `<p>${translate(language, "fees.unavailable")}</p>`;
  }
}

/** What the page of prices shows besides the plans. */
export async function describeFeesPage(
  services: Services & Pick<AppServices, "log">,
  language: Language,
): Promise<ContentPage> {
  const article = await readFees(services, language);
  return { version: article, article, operator: "" };
}

type PageServices = Pick<AppServices, "db" | "log" | "now" | "servicePrices" | "settings">;

async function readStoragePrices(services: PageServices, language: Language): Promise<string> {
  try {
    const prices = await describeStoragePrices(services, language);
    if (prices === null) return `<p>${translate(language, "fees.storageNone")}</p>`;
    return `<ul>${prices.plans.map((text) => `<li>${text}</li>`).join("")}</ul><p>${prices.step}</p>`;
  } catch (error) {
    services.log.error({ error }, "The storage prices cannot be shown on a page");
    return "";
  }
}

async function readAnswerTimes(services: PageServices, language: Language): Promise<string> {
  try {
    return await describeAnswerTimes(services, language);
  } catch (error) {
    services.log.error({ error }, "The answer times cannot be shown on a page");
    return "";
  }
}

async function readSentGoods(
  services: PageServices,
  language: Language,
  query: URLSearchParams,
): Promise<string> {
  try {
    return await describeSentGoods(services, language, query.get("destination"));
  } catch (error) {
    services.log.error({ error }, "The goods that are not taken cannot be shown on a page");
    return "";
  }
}

/** Who pays the duty, and when: before the package leaves, where it is prepaid today. */
async function readDuty({ db, log, now }: PageServices, language: Language): Promise<string> {
  try {
    const countries = await readKnownPrepaidDuty(db, todayOfRates(now()));
    const names = countries.map((code) => countryName(code, language));
    const list = new Intl.ListFormat(localeOf(language), {
      style: "narrow",
      type: "conjunction",
    }).format(names);
    const sentence =
      countries.length === 0
        ? translate(language, "duty.recipient")
        : translate(language, "duty.prepaid", { countries: list });
    return `<p>${escapeHtml(sentence)}</p>`;
  } catch (error) {
    log.error({ error }, "The countries with prepaid duty cannot be shown on a page");
    return "";
  }
}

type Read = (services: PageServices, language: Language, query: URLSearchParams) => Promise<string>;

/** Paragraphs of a page that stand for figures from the database. */
const placeholders: readonly (readonly [string, Read])[] = [
  ["<p>%FEES%</p>", (services, language) => readFees(services, language)],
  ["<p>%FEES_WITHOUT_STORAGE%</p>", (services, language) => readFees(services, language, false)],
  ["<p>%STORAGE_PRICES%</p>", readStoragePrices],
  ["<p>%ANSWER_TIMES%</p>", readAnswerTimes],
  ["<p>%DUTY%</p>", readDuty],
  ["<p>%SENT_GOODS%</p>", readSentGoods],
];

/**
 * The page with what may be charged besides plan and freight today in place of `%FEES%`, with the storage prices in place of
 * `%STORAGE_PRICES%`, with the hours within which staff answer in place of `%ANSWER_TIMES%`, with who pays the duty in place
 * of `%DUTY%`, and with what services do not take, to the `destination` of the query, in place of `%SENT_GOODS%`.
 */
export async function insertFigures(
  services: PageServices,
  page: ContentPage,
  language: Language,
  query: URLSearchParams,
): Promise<ContentPage> {
  let { article, version } = page;
  for (const [placeholder, read] of placeholders) {
    if (!article.includes(placeholder)) continue;
    const list = await read(services, language, query);
    article = article.replace(placeholder, () => list);
    version = `${version} ${list}`;
  }
  return { ...page, version, article };
}
