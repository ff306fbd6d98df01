import type { TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listAskedLegs } from "./leg-queries.ts";

/** The legs of a package about which staff are asked. */
export async function readAskedLegs(
  db: Db,
  packageId: string,
): Promise<{ readonly legNumber: number; readonly question: TrackingQuestion }[]> {
  return await listAskedLegs(db, packageId);
}
