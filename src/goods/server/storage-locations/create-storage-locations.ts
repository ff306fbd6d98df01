import { apiError } from "#platform/contract/errors.ts";
import type { StorageLocation, StorageLocationFields } from "#goods/contract/storage-locations.ts";
import { maxStorageLocations } from "#goods/rules/storage-location.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import {
  countLocations,
  insertLocations,
  listKnownCodes,
  listLocationsByCode,
  lockWarehouseLocations,
} from "./storage-location-queries.ts";

/**
 * Enters storage locations of a warehouse, all or none, and returns them by code. Throws `not_found`,
 * `storage_location_exists` with the first codes that are there already or twice in the request as `codes`, and
 * `too_many_storage_locations`.
 */
export async function createStorageLocations(
  context: SignedInContext,
  input: { readonly warehouseId: string; readonly items: readonly StorageLocationFields[] },
): Promise<{ items: StorageLocation[] }> {
  const { warehouseId, items } = input;
  const codes = items.map(({ code }) => code);
  return await atomically(context.db, async (db) => {
    if (!(await lockWarehouseLocations(db, warehouseId))) throw apiError("not_found");
    const repeated = codes.filter((code, at) => codes.indexOf(code) !== at);
    const known = [...(await listKnownCodes(db, warehouseId, codes)), ...repeated];
    if (known.length > 0) {
      throw apiError("storage_location_exists", { codes: known.slice(0, 10) });
    }
    if ((await countLocations(db, warehouseId)) + items.length > maxStorageLocations) {
      throw apiError("too_many_storage_locations");
    }
    await insertLocations(db, warehouseId, items, context.now());
    await recordAdminAction(context, db, {
      action: "storageLocations.createStorageLocations",
      target: warehouseId,
      after: { items },
    });
    return { items: await listLocationsByCode(db, warehouseId, codes) };
  });
}
