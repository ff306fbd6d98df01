// The stocktake that this device counts for, with the list that answers scans, so that it goes on after a reload and
// without a network.
import { delMany, getMany, set } from "idb-keyval";
import { brandSlug } from "#platform/rules/brand.ts";
import type { StoredParcel } from "#goods/contract/stocktakes.ts";
import { openStore } from "#goods/web/receiving/queue/queue-records.ts";

/** The IndexedDB database; removed when somebody signs out. */
export const countMemoryName = `${brandSlug}-stocktake`;

export type ActiveCount = {
  readonly userId: string;
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly stocktakeId: string;
  readonly startedAt: string;
};

/** What lies in the warehouse, as last listed. */
export type StoredList = {
  readonly parcels: readonly StoredParcel[];
  /** Of the active storage locations. */
  readonly locationCodes: readonly string[];
};

/** The shelf that is being counted. */
export type OpenShelf = { readonly code: string; readonly scannedAt: string };

export type CountMemory = {
  readonly count: ActiveCount;
  readonly list: StoredList | null;
  readonly shelf: OpenShelf | null;
};

const keys = ["count", "list", "shelf"];
const store = openStore(countMemoryName);

/** What `userId` counts on this device; null: nothing. */
export async function readCountMemory(userId: string): Promise<CountMemory | null> {
  const [count, list, shelf] = (await getMany<unknown>(keys, store)) as [
    ActiveCount | undefined,
    StoredList | undefined,
    OpenShelf | undefined,
  ];
  if (count?.userId !== userId) return null;
  return { count, list: list ?? null, shelf: shelf ?? null };
}

/** Without storage the stocktake is chosen again after a reload. */
function ignoreFailure(): void {
  return undefined;
}

export async function writeActiveCount(count: ActiveCount): Promise<void> {
  await delMany(keys, store)
    .then(() => set("count", count, store))
    .catch(ignoreFailure);
}

export async function writeStoredList(list: StoredList): Promise<void> {
  await set("list", list, store).catch(ignoreFailure);
}

export async function writeOpenShelf(shelf: OpenShelf): Promise<void> {
  await set("shelf", shelf, store).catch(ignoreFailure);
}

export async function clearCountMemory(): Promise<void> {
  await delMany(keys, store).catch(ignoreFailure);
}
