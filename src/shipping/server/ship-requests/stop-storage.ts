import type { Db } from "#platform/server/db/open.ts";
import { delayStorage } from "#goods/server/storage-rates/delay-storage.ts";
import { findUnpackedRequest } from "./chosen-parcel-queries.ts";

/**
 * Makes the days free on which a request, whose row the transaction of `db` has locked, was not packed although it was promised
 * to be; each day once. It runs before a box is closed, before a parcel or the request goes away, and every ten minutes.
 */
export async function stopStorage(db: Db, shipRequestId: string, now: Date): Promise<void> {
  const request = await findUnpackedRequest(db, shipRequestId);
  if (request !== undefined) await delayStorage(db, request, now);
}
