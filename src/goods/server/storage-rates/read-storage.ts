import type { ParcelStorage } from "#goods/contract/parcel-measurements.ts";
import type { StorageRate, StoredSize } from "#goods/rules/storage-fee.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listStorageRows } from "./storage-row-queries.ts";
import { sizeOf, toStorage } from "./storage-of.ts";

/** What storage of these parcels costs, by parcel; without those that have left or have no owner. */
export async function readStorage(
  db: Db,
  parcelIds: readonly string[],
  now: Date,
): Promise<ReadonlyMap<string, ParcelStorage>> {
  const storages = new Map<string, ParcelStorage>();
  for (const row of await listStorageRows(db, parcelIds)) {
    const storage = toStorage(row, now);
    if (storage !== null) storages.set(row.id, storage);
  }
  return storages;
}

/** From what storage of these parcels is charged; without those that have no free days, as without an owner. */
export async function readStorageRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<
  {
    readonly id: string;
    readonly trackingNumber: string | null;
    readonly freeUntil: string;
    readonly size: StoredSize | null;
    readonly rate: Omit<StorageRate, "freeDays">;
  }[]
> {
  const rows = await listStorageRows(db, parcelIds);
  return rows.flatMap((row) => {
    const { id, trackingNumber, freeUntil, dayCents, stepGrams, volumeDivisor, capCents } = row;
    if (freeUntil === null || dayCents === null || stepGrams === null) return [];
    if (volumeDivisor === null || capCents === null) return [];
    const rate = { dayCents, stepGrams, volumeDivisor, capCents };
    return [{ id, trackingNumber, freeUntil, size: sizeOf(row), rate }];
  });
}
