import type { Db } from "#server/db/open.ts";
import { updateStorageDelayed } from "./storage-queries.ts";

/**
 * Makes the days free on which a request, whose row the transaction of `db` has locked, was not packed although it was promised
 * to be; each day once. It runs before a box is closed, before a parcel or the request goes away, and every ten minutes.
 */
export async function stopStorage(db: Db, shipRequestId: string, now: Date): Promise<void> {
  await updateStorageDelayed(db, shipRequestId, now);
}
