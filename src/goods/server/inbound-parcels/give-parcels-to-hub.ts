import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import type { Db } from "#platform/server/db/open.ts";
import { giveHublessTo } from "./inbound-parcel-queries.ts";

function isOpenHub({ kind, isActive }: Pick<WarehouseFields, "kind" | "isActive">): boolean {
  return kind === "hub" && isActive;
}

/**
 * Gives parcels that are expected and have no warehouse to one that was saved, in its transaction, if it opens as a hub:
 * those of packages that were added before there was one. Nobody is notified.
 */
export async function giveParcelsToHub(
  db: Db,
  saved: Pick<WarehouseFields, "kind" | "isActive"> & { readonly id: string },
  { before, now }: { readonly before: WarehouseFields | null; readonly now: Date },
): Promise<void> {
  if (!isOpenHub(saved) || (before !== null && isOpenHub(before))) return;
  await giveHublessTo(db, saved.id, now);
}
