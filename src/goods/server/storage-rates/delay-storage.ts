import type { Db } from "#platform/server/db/open.ts";
import { updateStorageDelayed, type Delay } from "./storage-queries.ts";

/** Makes the days free by which parcels were packed too late; each day once. */
export async function delayStorage(db: Db, delay: Delay, now: Date): Promise<void> {
  await updateStorageDelayed(db, delay, now);
}
