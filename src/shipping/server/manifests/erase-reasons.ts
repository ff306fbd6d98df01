import type { Db } from "#platform/server/db/open.ts";
import { eraseSettledReasons } from "./carrier-weights/carrier-weight-queries.ts";
import { eraseTakenBackReasons } from "./manifest-queries.ts";

/** Empties what staff typed about packages of a customer whose account is closed; weights and states stay. */
export async function eraseManifestReasons(db: Db, userId: string): Promise<void> {
  await eraseTakenBackReasons(db, userId);
  await eraseSettledReasons(db, userId);
}
