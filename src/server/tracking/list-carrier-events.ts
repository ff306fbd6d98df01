import type { CarrierEvent } from "#contract/carrier-events.ts";
import type { Db } from "#server/db/open.ts";
import { listReadEvents } from "./event-queries.ts";

const maxEvents = 300;

/** What carriers report about the legs of a package, the latest first. */
export async function listCarrierEvents(db: Db, packageId: string): Promise<CarrierEvent[]> {
  const events = await listReadEvents(db, packageId, maxEvents);
  return events.map((event) => ({ ...event, occurredAt: event.occurredAt.toISOString() }));
}
