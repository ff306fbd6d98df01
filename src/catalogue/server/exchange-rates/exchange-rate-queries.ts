import { quotedCurrencies, type EuroRates } from "#catalogue/rules/exchange-rate.ts";
import type { DayRates } from "#catalogue/server/adapters/exchange-rates/central-bank-rates.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Inserts the rates of a day; those that its source has corrected since replace the earlier ones. */
export async function saveRates(
  db: Db,
  { day, rates }: DayRates,
  origin: { readonly source: string; readonly fetchedAt: Date },
): Promise<void> {
  const rows = quotedCurrencies.map((currency) => ({
    ...origin,
    day,
    currency,
    rate: rates[currency],
  }));
  await db
    .insertInto("exchangeRates")
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(["source", "day", "currency"])
        .doUpdateSet((row) => ({ rate: row.ref("excluded.rate"), fetchedAt: origin.fetchedAt })),
    )
    .execute();
}

/** The rates of the newest day of a source; undefined before the first. */
export async function findNewestRates(db: Db, source: string): Promise<DayRates | undefined> {
  const rows = await db
    .selectFrom("exchangeRates")
    .select(["day", "currency", "rate"])
    .where("source", "=", source)
    .orderBy("day", "desc")
    .limit(quotedCurrencies.length)
    .execute();
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const rates = rows.map(({ currency, rate }) => [currency, rate]);
  return { day: newest.day, rates: Object.fromEntries(rates) as EuroRates };
}
