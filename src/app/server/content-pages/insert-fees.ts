import type { Language } from "#platform/rules/language.ts";
import type { AppServices } from "#platform/server/context.ts";
import { readFees } from "#app/server/fees/describe-fees.ts";
import { describeStoragePrices } from "#goods/server/storage-rates/describe-storage-prices.ts";
import { translate } from "#platform/server/translate.ts";
import type { ContentPage } from "./content-pages.ts";

type PageServices = Pick<AppServices, "db" | "log" | "now" | "settings">;

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

/** Paragraphs of a page that stand for figures from the database. */
const placeholders = [
  ["<p>%FEES%</p>", readFees],
  ["<p>%STORAGE_PRICES%</p>", readStoragePrices],
] as const;

/**
 * The page with what may be charged besides plan and freight today in place of `%FEES%`, and with the storage prices in place
 * of `%STORAGE_PRICES%`.
 */
export async function insertFees(
  services: PageServices,
  page: ContentPage,
  language: Language,
): Promise<ContentPage> {
  let { article, version } = page;
  for (const [placeholder, read] of placeholders) {
    if (!article.includes(placeholder)) continue;
    const list = await read(services, language);
    article = article.replace(placeholder, () => list);
    version = `${version} ${list}`;
  }
  return { ...page, version, article };
}
