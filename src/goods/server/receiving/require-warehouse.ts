import { apiError } from "#platform/contract/errors.ts";
import { storageLocationScanPrefix } from "#goods/rules/storage-location.ts";
import { tidyTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import type { Db } from "#platform/server/db/open.ts";
import { findStorageLocationId, findTimeZone } from "./scan-queries.ts";

/** The time zone of a warehouse, also of one that is no longer active. Throws `not_found`. */
export async function requireWarehouse(db: Db, warehouseId: string): Promise<string> {
  const timeZone = await findTimeZone(db, warehouseId);
  if (timeZone === undefined) throw apiError("not_found");
  return timeZone;
}

/** The active storage location of a warehouse, by its code or label. Throws `storage_location_unknown`. */
export async function requireStorageLocation(
  db: Db,
  warehouseId: string,
  typedCode: string,
): Promise<{ readonly id: string; readonly code: string }> {
  const tidy = tidyTrackingNumber(typedCode);
  const isLabel = tidy.startsWith(storageLocationScanPrefix);
  const code = isLabel ? tidy.slice(storageLocationScanPrefix.length) : tidy;
  const id = await findStorageLocationId(db, warehouseId, code);
  if (id === undefined) throw apiError("storage_location_unknown", { code });
  return { id, code };
}
