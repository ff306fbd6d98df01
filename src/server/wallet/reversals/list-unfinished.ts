// Lists the payments whose reversals may still change.
import type { Db } from "#server/db/open.ts";
import { selectUnfinished } from "./reversal-queries.ts";

/** The provider's ids of payments with a dispute that goes on, or a refund that the wallet could not give yet. */
export async function listUnfinishedReversals(db: Db): Promise<string[]> {
  return await selectUnfinished(db);
}
