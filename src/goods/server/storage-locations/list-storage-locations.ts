import { apiError } from "#platform/contract/errors.ts";
import type { StorageLocation } from "#goods/contract/storage-locations.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { hasWarehouse, listLocationRows } from "./storage-location-queries.ts";

/** All storage locations of a warehouse by code, with how many parcels lie in each. Throws `not_found`. */
export async function listStorageLocations(
  { db }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ items: StorageLocation[] }> {
  const items = await listLocationRows(db, warehouseId);
  if (items.length === 0 && !(await hasWarehouse(db, warehouseId))) throw apiError("not_found");
  return { items };
}
