import type { carriers } from "#catalogue/contract/carriers.ts";
import type { exchangeRates } from "#catalogue/contract/exchange-rates.ts";
import type { goodsRules } from "#catalogue/contract/goods-rules.ts";
import type { lanes } from "#catalogue/contract/lanes.ts";
import type { quotes } from "#catalogue/contract/quotes.ts";
import type { rates } from "#catalogue/contract/rates.ts";
import type { shippingServices } from "#catalogue/contract/shipping-services.ts";
import type { suggestions } from "#catalogue/contract/suggestions.ts";
import type { warehouses } from "#catalogue/contract/warehouses.ts";
import type { Operations } from "#platform/server/context.ts";
import { listCarriers, createCarrier, updateCarrier } from "./carriers/carriers.ts";
import { readExchangeRates } from "./exchange-rates/exchange-rates.ts";
import { addGoodsRule, endGoodsRule, listGoodsRules } from "./goods-rules/goods-rules.ts";
import { exportGoodsRules, importGoodsRules } from "./goods-rules/goods-rule-files.ts";
import { listForDestination } from "./goods-rules/rules-of-destination.ts";
import { listSuspendedLanes, listLanes, suspendLane, reopenLane } from "./lanes/lanes.ts";
import { readTimes } from "./lanes/times/read-times.ts";
import { listServices, estimateFreight } from "./quotes/quotes.ts";
import { importRates, exportRates } from "./shipping-services/rates.ts";
import {
  listShippingServices,
  listServiceVersions,
  readServiceVersion,
  addServiceVersion,
} from "./shipping-services/shipping-services.ts";
import { listSuggestions, acceptSuggestions } from "./suggestions/suggestions.ts";
import { listWarehouses, createWarehouse, updateWarehouse } from "./warehouses/warehouses.ts";

/** The function of each operation of the catalogue; comparing services needs the boxes of shipping. */
export const catalogueOperations: Operations<{
  readonly warehouses: typeof warehouses;
  readonly lanes: typeof lanes;
  readonly quotes: Pick<typeof quotes, "listServices" | "estimateFreight">;
  readonly goodsRules: typeof goodsRules;
  readonly rates: typeof rates;
  readonly shippingServices: typeof shippingServices;
  readonly suggestions: typeof suggestions;
  readonly carriers: typeof carriers;
  readonly exchangeRates: typeof exchangeRates;
}> = {
  warehouses: { listWarehouses, createWarehouse, updateWarehouse },
  lanes: { readTimes, listSuspendedLanes, listLanes, suspendLane, reopenLane },
  quotes: { listServices, estimateFreight },
  goodsRules: {
    listGoodsRules,
    addGoodsRule,
    endGoodsRule,
    importGoodsRules,
    exportGoodsRules,
    listForDestination,
  },
  rates: { importRates, exportRates },
  shippingServices: {
    listShippingServices,
    listServiceVersions,
    readServiceVersion,
    addServiceVersion,
  },
  suggestions: { listSuggestions, acceptSuggestions },
  carriers: { listCarriers, createCarrier, updateCarrier },
  exchangeRates: { readExchangeRates },
};
