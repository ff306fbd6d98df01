import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { updateStorageBegun } from "./storage-queries.ts";

/** The columns of a parcel whose storage nobody pays: it has no known owner. */
export const noStorage = {
  storageFrom: null,
  freeUntil: null,
  storageRateId: null,
  delayDays: 0,
  delayUntil: null,
} as const;

/**
 * Begins the free days of parcels that are here, today in the time zone of their warehouse, with the prices that are
 * valid then for their owner's plan. It runs in the transaction of `db` that receives or matches them, which must hold
 * the lock on the owner's profile, so that the plan does not change meanwhile. Those without an owner and those that have
 * begun stay as they are.
 */
export async function startStorage(
  { now }: Pick<AppServices, "now">,
  db: Db,
  parcelIds: readonly string[],
): Promise<void> {
  await updateStorageBegun(db, parcelIds, now());
}
