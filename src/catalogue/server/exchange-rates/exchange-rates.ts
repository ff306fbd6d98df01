import type { DayRates } from "#catalogue/contract/exchange-rates.ts";
import { isRateCurrent, quotedCurrencies, type EuroRates } from "#catalogue/rules/exchange-rate.ts";
import type { Context, AppServices } from "#platform/server/context.ts";
import { findNewestRates, saveRates } from "./exchange-rate-queries.ts";

/** The newest exchange rates, without any where they are not younger than seven days. */
export async function readExchangeRates(
  context: Pick<Context, "db" | "exchangeRates" | "now">,
): Promise<{ newest: DayRates | null }> {
  const newest = await findNewestRates(context.db, context.exchangeRates.source);
  if (newest === undefined || !isRateCurrent(newest.day, context.now())) return { newest: null };
  const rates = quotedCurrencies.map((currency) => [currency, newest.rates[currency]]);
  return { newest: { day: newest.day, rates: Object.fromEntries(rates) as EuroRates } };
}

/** The newest rates of all currencies, however old: customs papers need one where lines are in several. */
export async function readAllRates({
  db,
  exchangeRates,
}: Pick<Context, "db" | "exchangeRates">): Promise<Readonly<Record<string, string>>> {
  return (await findNewestRates(db, exchangeRates.source))?.rates ?? {};
}

type Services = Pick<AppServices, "db" | "exchangeRates" | "now">;

/** Saves the rates published last. Throws, and saves none, where they are of a later day or too old to be shown. */
export async function fetchExchangeRates({ db, exchangeRates, now }: Services): Promise<void> {
  const published = await exchangeRates.readDay();
  const fetchedAt = now();
  if (published.day > fetchedAt.toISOString().slice(0, 10)) {
    throw new Error(`The exchange rates are of ${published.day}, which is in the future.`);
  }
  if (!isRateCurrent(published.day, fetchedAt)) {
    throw new Error(`The newest exchange rates are of ${published.day}, too old to be shown.`);
  }
  await saveRates(db, published, { source: exchangeRates.source, fetchedAt });
}

/** Queues the first fetch of a source, which would otherwise wait for its time of day. */
export async function queueFirstFetch(
  services: Pick<AppServices, "db" | "exchangeRates" | "jobs">,
): Promise<void> {
  const { db, exchangeRates, jobs } = services;
  if ((await findNewestRates(db, exchangeRates.source)) !== undefined) return;
  await jobs.enqueue(db, "fetch-exchange-rates", {});
}
