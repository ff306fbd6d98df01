import { similarNumbers } from "#goods/rules/near-number.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listExpectedByNumber } from "./scan-queries.ts";

/** The ids of expected parcels with this number, then of those with nearly the same one, each the newest first. */
export async function listSimilarParcelIds(
  db: Db,
  trackingNumber: string,
  limit: number,
): Promise<string[]> {
  const same = await listExpectedByNumber(db, [trackingNumber], null);
  const near = await listExpectedByNumber(db, similarNumbers(trackingNumber), null);
  return [...same, ...near].slice(0, limit).map(({ id }) => id);
}
