import type { Db } from "#platform/server/db/open.ts";
import { decrementUse } from "./period-queries.ts";
import { incrementQuota } from "./subscription-queries.ts";

/**
 * Gives one package back to the customer's current month, in the database transaction of `db`, which must hold the lock
 * on the profile. `monthId` is the current month, whose quota the package used.
 */
export async function returnQuota(db: Db, userId: string, monthId: string): Promise<void> {
  await decrementUse(db, monthId);
  await incrementQuota(db, userId);
}
