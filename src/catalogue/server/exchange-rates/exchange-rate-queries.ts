import type {
  DayRates,
  PublishedRates,
} from "#catalogue/server/adapters/exchange-rates/central-bank-rates.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Inserts the rates of a day; those that its source has corrected since replace the earlier ones. */
export async function saveRates(
  db: Db,
  { day, rates }: DayRates,
  origin: { readonly source: string; readonly fetchedAt: Date },
): Promise<void> {
  const rows = Object.entries(rates).map(([currency, rate]) => ({
    ...origin,
    day,
    currency,
    rate,
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

/** The rates of the newest day of a source, of all currencies; undefined before the first. */
export async function findNewestRates(db: Db, source: string): Promise<DayRates | undefined> {
  const rows = await db
    .selectFrom("exchangeRates")
    .select(["day", "currency", "rate"])
    .where("source", "=", source)
    .where("day", "=", (query) =>
      query
        .selectFrom("exchangeRates")
        .select((row) => row.fn.max("day").as("day"))
        .where("source", "=", source),
    )
    .execute();
  const [newest] = rows;
  if (newest === undefined) return undefined;
  const rates = rows.map(({ currency, rate }) => [currency, rate]);
  return { day: newest.day, rates: Object.fromEntries(rates) as PublishedRates };
}
