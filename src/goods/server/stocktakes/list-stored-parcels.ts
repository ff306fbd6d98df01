import type { StoredParcel } from "#goods/contract/stocktakes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { requireWarehouse } from "#goods/server/receiving/require-warehouse.ts";
import { listStored } from "./stocktake-queries.ts";

/** What lies in a warehouse and where, newest first, at most 20,000 parcels. Throws `not_found`. */
export async function listStoredParcels(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: StoredParcel[] }> {
  await requireWarehouse(db, warehouseId);
  return { items: await listStored(db, warehouseId) };
}
