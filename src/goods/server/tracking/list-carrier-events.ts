import type { CarrierEvent } from "#tracking/contract/carrier-events.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listReadEvents, listReadParcelEvents, type ReadEvent } from "./leg-event-queries.ts";

const maxEvents = 300;

function carrierEventOf({ occurredAt, ...event }: ReadEvent): CarrierEvent {
  return { ...event, occurredAt: occurredAt.toISOString() };
}

/** What carriers report about the legs of a package, the latest first. */
export async function listCarrierEvents(db: Db, packageId: string): Promise<CarrierEvent[]> {
  return (await listReadEvents(db, packageId, maxEvents)).map(carrierEventOf);
}

/** What its courier reports about an inbound parcel, the latest first. */
export async function listCourierEvents(db: Db, inboundParcelId: string): Promise<CarrierEvent[]> {
  return (await listReadParcelEvents(db, inboundParcelId, maxEvents)).map(carrierEventOf);
}
