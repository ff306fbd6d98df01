import type { DayRates } from "#catalogue/contract/exchange-rates.ts";
import { isRateCurrent } from "#catalogue/rules/exchange-rate.ts";
import type { Context } from "#platform/server/context.ts";
import { findNewestRates } from "./exchange-rate-queries.ts";

/** The newest exchange rates, without any where they are not younger than seven days. */
export async function readExchangeRates(
  context: Pick<Context, "db" | "exchangeRates" | "now">,
): Promise<{ newest: DayRates | null }> {
  const newest = await findNewestRates(context.db, context.exchangeRates.source);
  return { newest: newest !== null && isRateCurrent(newest.day, context.now()) ? newest : null };
}
