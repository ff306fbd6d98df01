import type { ParcelStorage } from "#contract/parcel-measurements.ts";
import type { Db } from "#server/db/open.ts";
import { listStorageRows } from "./reminder-queries.ts";
import { storageOf } from "./storage-of.ts";

/** What storage of these parcels costs, by parcel; without those that have left or have no owner. */
export async function readStorage(
  db: Db,
  parcelIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ParcelStorage>> {
  const storages = new Map<string, ParcelStorage>();
  for (const row of await listStorageRows(db, parcelIds)) {
    const storage = storageOf(row, now);
    if (storage !== null) storages.set(row.id, storage);
  }
  return storages;
}
