import type { carriers } from "#catalogue/contract/carriers.ts";
import type { exchangeRates } from "#catalogue/contract/exchange-rates.ts";
import type { goodsRules } from "#catalogue/contract/goods-rules.ts";
import type { lanes } from "#catalogue/contract/lanes.ts";
import type { quotes } from "#catalogue/contract/quotes.ts";
import type { rates } from "#catalogue/contract/rates.ts";
import type { shippingServices } from "#catalogue/contract/shipping-services.ts";
import type { suggestions } from "#catalogue/contract/suggestions.ts";
import type { warehouses } from "#catalogue/contract/warehouses.ts";
import { apiOf } from "#ui/web/api.tsx";
import type { UiContract } from "#ui/web/api-of-ui.ts";

/** The operations of the catalogue and of the modules below. */
export type CatalogueContract = UiContract & {
  readonly carriers: typeof carriers;
  readonly exchangeRates: typeof exchangeRates;
  readonly goodsRules: typeof goodsRules;
  readonly lanes: typeof lanes;
  readonly quotes: typeof quotes;
  readonly rates: typeof rates;
  readonly shippingServices: typeof shippingServices;
  readonly suggestions: typeof suggestions;
  readonly warehouses: typeof warehouses;
};

export const { useApi, useApiClient } = apiOf<CatalogueContract>();
