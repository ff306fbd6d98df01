import type { Language } from "#core/language.ts";
import type { AppServices } from "#server/context.ts";
import { describeStoragePrices } from "#server/storage-rates/describe-storage-prices.ts";
import type { ContentPage } from "./content-pages.ts";

/** A paragraph of a page that stands for the prices of storage. */
const placeholder = "<p>%STORAGE_PRICES%</p>";

/**
 * The page with the prices that are valid today in place of `%STORAGE_PRICES%`. Where they cannot be read, it is shown
 * without them.
 */
export async function insertStoragePrices(
  services: Pick<AppServices, "db" | "now" | "log">,
  page: ContentPage,
  language: Language,
): Promise<ContentPage> {
  if (!page.article.includes(placeholder)) return page;
  let list = "";
  try {
    const prices = await describeStoragePrices(services, language);
    const items = prices?.plans.map((text) => `<li>${text}</li>`).join("") ?? "";
    if (prices !== null) list = `<ul>${items}</ul><p>${prices.step}</p>`;
  } catch (error) {
    services.log.error({ error }, "The storage prices cannot be shown on a page");
  }
  const article = page.article.replace(placeholder, () => list);
  return { ...page, version: `${page.version} ${list}`, article };
}
