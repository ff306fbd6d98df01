// The sources of prices that every installation begins with, in the reader's language.
import {
  firstPricesSource,
  proposalSource,
  usualPricesSource,
} from "#catalogue/rules/service-version.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** A stored source as it is shown. */
export function sourceText(source: string): string {
  if (source === firstPricesSource) return t("packing-prices.firstPrices");
  if (source === proposalSource) return t("packing-prices.proposal");
  return source === usualPricesSource ? t("packing-prices.usualPrices") : source;
}

/** What is stored of a shown source: one that was left as it was stays the same for readers of every language. */
export function storedSource(text: string): string {
  return (
    [firstPricesSource, proposalSource, usualPricesSource].find(
      (stored) => sourceText(stored) === text,
    ) ?? text
  );
}
