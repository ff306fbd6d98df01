import type { ComparisonFacts } from "#catalogue/rules/service-comparison.ts";
import type { DayRates } from "#catalogue/contract/exchange-rates.ts";
import type { Context } from "#platform/server/context.ts";
import { readExchangeRates } from "#catalogue/server/exchange-rates/read-exchange-rates.ts";
import { listSuspendedLanes } from "#catalogue/server/lanes/list-suspended-lanes.ts";
import {
  readPrepaidDuty,
  readServices,
} from "#catalogue/server/shipping-services/read-services.ts";

/** Everything besides the parcel on which depends which services take it and what they cost today. */
export type FactsOfToday = ComparisonFacts & {
  readonly today: string;
  /** null: none is younger than seven days. */
  readonly newest: DayRates | null;
};

/** Reads by what the calculators, estimates and quotes compare services, so that they answer alike. */
export async function readComparisonFacts(
  context: Pick<Context, "db" | "exchangeRates" | "language" | "now" | "servicePrices">,
): Promise<FactsOfToday> {
  const { today, services } = await readServices(context);
  const { items: lanes } = await listSuspendedLanes(context);
  const { newest } = await readExchangeRates(context);
  const prepaidDuty = await readPrepaidDuty(context.db, today);
  return { today, services, lanes, newest, rates: newest?.rates ?? null, prepaidDuty };
}
