import { apiError } from "#platform/contract/errors.ts";
import type { StoragePrices, StorageRatesOfDay } from "#goods/contract/storage-rates.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertRatesOfDay } from "./rate-queries.ts";

/** Adds the prices of a day in the transaction of `db`. Throws `storage_rates_exist` when it has prices already. */
export async function addRatesOfDay(
  db: Db,
  prices: StoragePrices,
  origin: { readonly createdBy: string; readonly createdAt: Date },
): Promise<StorageRatesOfDay> {
  const { rates, ...ofAll } = prices;
  const rows = rates.map((rate) => ({ ...rate, ...ofAll, ...origin }));
  const inserted = await insertRatesOfDay(db, prices.validFrom, rows);
  if (inserted === undefined) throw apiError("storage_rates_exist");
  return inserted;
}
