import type { Db } from "#platform/server/db/open.ts";
import { insertTrackingEvents } from "./event-queries.ts";

/** Stores an event that staff added to a leg; false where it is known. */
export async function storeEvent(
  db: Db,
  event: Parameters<typeof insertTrackingEvents>[1][number],
): Promise<boolean> {
  return (await insertTrackingEvents(db, [event])).length > 0;
}
