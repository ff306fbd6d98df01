import type { carriers } from "#contract/carriers.ts";
import type { exchangeRates } from "#contract/exchange-rates.ts";
import type { lanes } from "#contract/lanes.ts";
import type { quotes } from "#contract/quotes.ts";
import type { rates } from "#contract/rates.ts";
import type { shippingServices } from "#contract/shipping-services.ts";
import type { suggestions } from "#contract/suggestions.ts";
import type { warehouses } from "#contract/warehouses.ts";
import { apiOf } from "#web/api.tsx";
import type { UiContract } from "./ui.ts";

/** The operations of the catalogue and of the modules below. */
export type CatalogueContract = UiContract & {
  readonly carriers: typeof carriers;
  readonly exchangeRates: typeof exchangeRates;
  readonly lanes: typeof lanes;
  readonly quotes: typeof quotes;
  readonly rates: typeof rates;
  readonly shippingServices: typeof shippingServices;
  readonly suggestions: typeof suggestions;
  readonly warehouses: typeof warehouses;
};

export const { useApi, useApiClient } = apiOf<CatalogueContract>();
