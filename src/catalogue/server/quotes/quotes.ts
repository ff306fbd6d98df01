import { mayBeRequested } from "#catalogue/rules/shipping-service.ts";
import type { ServiceSummary } from "#catalogue/contract/shipping-services.ts";
import type { Context } from "#platform/server/context.ts";
import {
  describeService,
  listServicesOfToday,
  readServices,
} from "#catalogue/server/shipping-services/read-services.ts";
import type { FreightEstimateFacts, FreightRequestInput } from "#catalogue/contract/quotes.ts";
import { estimateFreight as estimate } from "#catalogue/rules/route-quote.ts";
import type { CountryCode } from "#catalogue/rules/country.ts";
import { countriesOf } from "#catalogue/rules/shipping-rate.ts";
import { listSuspendedLanes } from "#catalogue/server/lanes/lanes.ts";
import {
  readKnownPrepaidDuty,
  readPrepaidDuties,
} from "#catalogue/server/suggestions/suggestions.ts";
import type { ComparisonFacts } from "#catalogue/rules/service-comparison.ts";
import { readGoodsRules } from "#catalogue/server/goods-rules/read-goods-rules.ts";
import type { DayRates } from "#catalogue/contract/exchange-rates.ts";
import { readExchangeRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";

/** The services in use today in Hong Kong that ship requests may take, by code, in the language of the request. */
export async function listServices(context: Context): Promise<{ items: ServiceSummary[] }> {
  const versions = await listServicesOfToday(context);
  return {
    items: versions
      .filter(mayBeRequested)
      .map((service) => describeService(service, context.language)),
  };
}

/**
 * What a weight costs in SGD cents today by the posts' direct services and along the planned route, and what is suspended
 * there.
 */
export async function estimateFreight(
  context: Context,
  request: FreightRequestInput,
): Promise<FreightEstimateFacts> {
  const { today, services } = await readServices(context);
  const { items: lanes } = await listSuspendedLanes(context);
  const { weightGrams, destinationId, to } = request;
  const prepaidDuty = await readKnownPrepaidDuty(context.db, today);
  const countries = "countryCode" in to ? [to.countryCode] : countriesOf(to.destinationId);
  const estimated = estimate(request, {
    services: services.filter(({ isActive }) => isActive),
    lanes,
    day: today,
  });
  return {
    weightGrams,
    destinationId,
    services: [...estimated.services],
    suspensions: lanes.filter(({ destinationCode }) => countries.includes(destinationCode)),
    dutyPrepaidIn: countries.find((code) => prepaidDuty.includes(code)) ?? null,
    route: { ...estimated.route, legs: [...estimated.route.legs] },
  };
}

/** Everything besides the parcel on which depends which services take it and what they cost today. */
type FactsOfToday = ComparisonFacts & {
  readonly today: string;
  /** null: none is younger than seven days. */
  readonly newest: DayRates | null;
  /** Where it is said beside a price that duty is prepaid, also where that closes no service yet. */
  readonly dutyPrepaidIn: readonly CountryCode[];
};

/** Reads by what the calculators, estimates and quotes compare services, so that they answer alike. */
export async function readComparisonFacts(
  context: Pick<Context, "db" | "exchangeRates" | "language" | "now" | "servicePrices">,
): Promise<FactsOfToday> {
  const { today, services } = await readServices(context);
  const { items: lanes } = await listSuspendedLanes(context);
  const { newest } = await readExchangeRates(context);
  const goodsRules = await readGoodsRules(context, today);
  const { inForce: prepaidDuty, known: dutyPrepaidIn } = await readPrepaidDuties(context.db, today);
  return {
    today,
    services,
    lanes,
    goodsRules,
    newest,
    rates: newest?.rates ?? null,
    prepaidDuty,
    dutyPrepaidIn,
  };
}
