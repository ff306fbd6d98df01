// The stocktake that this device counts for, so that it goes on after a reload and without a network.
import type { StoredParcel } from "#goods/contract/stocktakes.ts";
import { keep, readKept, removeKept } from "#ui/web/desk/kept-lists.ts";

export type ActiveCount = {
  readonly userId: string;
  readonly warehouseId: string;
  readonly warehouseName: string;
  readonly stocktakeId: string;
  readonly startedAt: string;
};

/** The shelf that is being counted. */
export type OpenShelf = { readonly code: string; readonly scannedAt: string };

export type CountMemory = { readonly count: ActiveCount; readonly shelf: OpenShelf | null };

/** What lies in the warehouse, as last listed. */
export type StoredList = {
  readonly parcels: readonly StoredParcel[];
  /** Of the active storage locations. */
  readonly locationCodes: readonly string[];
};

/** Under which it is kept. */
export const storedListName = "stored-parcels";

/** What `userId` counts on this device; null: nothing. */
export async function readCountMemory(userId: string): Promise<CountMemory | null> {
  const count = await readKept<ActiveCount>("count");
  if (count?.userId !== userId) return null;
  return { count, shelf: (await readKept<OpenShelf>("shelf")) ?? null };
}

export async function writeActiveCount(count: ActiveCount): Promise<void> {
  await clearCountMemory();
  await keep("count", count);
}

export async function writeOpenShelf(shelf: OpenShelf): Promise<void> {
  await keep("shelf", shelf);
}

export async function clearCountMemory(): Promise<void> {
  await removeKept(["count", "shelf", storedListName]);
}
