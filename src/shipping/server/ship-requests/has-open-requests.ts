import type { Db } from "#platform/server/db/open.ts";
import { hasOpenRequest } from "./request-queries.ts";

/** Whether any package of a customer is being prepared, so that their account must stay as it is. */
export async function hasOpenRequests(db: Db, userId: string): Promise<boolean> {
  return await hasOpenRequest(db, userId);
}
