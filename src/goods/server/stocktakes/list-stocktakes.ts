import type { Stocktake } from "#goods/contract/stocktakes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { requireWarehouse } from "#goods/server/receiving/require-warehouse.ts";
import { listStocktakeRows } from "./stocktake-queries.ts";

/** The stocktakes of a warehouse, newest first, at most fifty. Throws `not_found`. */
export async function listStocktakes(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: Stocktake[] }> {
  await requireWarehouse(db, warehouseId);
  return { items: await listStocktakeRows(db, warehouseId) };
}
