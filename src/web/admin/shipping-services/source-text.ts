import { firstPricesSource } from "#core/first-prices.ts";
import { t } from "./messages.ts";

/** A source as it is shown: that of the versions that came with the product is a sentence of the catalogue. */
export function sourceText(source: string): string {
  return source === firstPricesSource ? t("admin-services.firstPrices") : source;
}
