import { firstPricesSource, proposalSource } from "#catalogue/rules/service-version.ts";
import { t } from "#ui/web/i18n/messages.tsx";

/** A source as it is shown: those of the versions that come with the product are sentences of the catalogue. */
export function sourceText(source: string): string {
  if (source === proposalSource) return t("admin-services.proposal");
  return source === firstPricesSource ? t("admin-services.firstPrices") : source;
}
