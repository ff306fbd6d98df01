import type { Lane } from "#catalogue/contract/lanes.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertLane, type NewLane } from "./lane-queries.ts";
import "./announcements.ts";

/** Suspends a lane in the transaction of `db`; undefined where it is suspended already. */
export async function addSuspension(
  context: SignedInContext,
  db: Db,
  values: NewLane,
): Promise<Lane | undefined> {
  const inserted = await insertLane(db, values, context.language);
  if (inserted !== undefined) await context.listeners.laneSuspended(context, db);
  return inserted;
}
