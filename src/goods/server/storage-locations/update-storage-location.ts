import { apiError } from "#platform/contract/errors.ts";
import type { StorageLocation, StorageLocationFields } from "#goods/contract/storage-locations.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import {
  findLocation,
  getLocation,
  listKnownCodes,
  lockWarehouseLocations,
  updateLocationRow,
} from "./storage-location-queries.ts";

/**
 * Replaces a storage location's fields; parcels that lie in an inactive one stay there. Throws `not_found`,
 * `storage_location_exists`, and `conflict` with the stored location as `current` where it was changed after
 * `expectedUpdatedAt`.
 */
export async function updateStorageLocation(
  context: SignedInContext,
  input: {
    readonly storageLocationId: string;
    readonly fields: StorageLocationFields;
    readonly expectedUpdatedAt?: string | undefined;
  },
): Promise<StorageLocation> {
  const { storageLocationId, fields, expectedUpdatedAt } = input;
  return await atomically(context.db, async (db) => {
    const warehouseId = (await findLocation(db, storageLocationId))?.warehouseId;
    if (warehouseId === undefined) throw apiError("not_found");
    await lockWarehouseLocations(db, warehouseId);
    const current = await getLocation(db, storageLocationId);
    const names = Object.keys(fields) as (keyof StorageLocationFields)[];
    const changed = names.filter((name) => current[name] !== fields[name]);
    if (changed.length === 0) return current;
    if (expectedUpdatedAt !== undefined && expectedUpdatedAt !== current.updatedAt) {
      throw apiError("conflict", { current });
    }
    const isKnown = (await listKnownCodes(db, warehouseId, [fields.code])).length > 0;
    if (changed.includes("code") && isKnown) throw apiError("storage_location_exists");
    await updateLocationRow(db, storageLocationId, fields, context.now());
    const changedOf = (from: StorageLocationFields) =>
      Object.fromEntries(changed.map((name) => [name, from[name]]));
    await recordAdminAction(context, db, {
      action: "storageLocations.updateStorageLocation",
      target: storageLocationId,
      before: changedOf(current),
      after: changedOf(fields),
    });
    return await getLocation(db, storageLocationId);
  });
}
