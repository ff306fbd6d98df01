import type { SignedInContext } from "#platform/server/context.ts";
import { countReceived } from "./receiving-queries.ts";
import { requireWarehouse } from "./require-warehouse.ts";

/** How many parcels a warehouse received since midnight there and within the last hour. Throws `not_found`. */
export async function readReceivingDay(
  { db, now }: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<{ todayCount: number; lastHourCount: number }> {
  const timeZone = await requireWarehouse(db, warehouseId);
  return await countReceived(db, { warehouseId, timeZone }, now());
}
