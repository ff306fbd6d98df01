// The SQL about events of carriers.
import { sql, type Insertable } from "kysely";
import { isOfThisJourney, type LegEvent } from "#core/tracking-rules.ts";
import type { TrackingStage } from "#core/tracking-stages.ts";
import type { EventTimeConfidence } from "#core/tracking-time.ts";
import type { Db } from "#server/db/open.ts";
import type { TrackingTables } from "#server/db/tables/tracking.ts";

/** Inserts events; those that are known stay as they are. Returns how many are new. */
export async function insertTrackingEvents(
  db: Db,
  events: readonly Insertable<TrackingTables["trackingEvents"]>[],
): Promise<number> {
  if (events.length === 0) return 0;
  const inserted = await db
    .insertInto("trackingEvents")
    .values(events)
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .execute();
  return inserted.length;
}

/** What uses a tracker now: the packages of its legs, in order of id, and where the first leg begins. */
export async function listTrackedPackages(
  db: Db,
  trackerId: string,
): Promise<{ readonly packageId: string; readonly origin: string }[]> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("shippingLegs as legs", "legs.id", "uses.legId")
    .select(["legs.packageId", "legs.origin"])
    .where("uses.trackerId", "=", trackerId)
    .where("uses.until", "is", null)
    .orderBy("legs.packageId")
    .orderBy("legs.legNumber")
    .execute();
}

type LegEventRow = Omit<LegEvent, "legNumbers"> & {
  readonly legNumber: number;
  readonly since: Date;
};

/** The events of all numbers that legs of a package have now, and those that staff added. */
export async function listLegEvents(db: Db, packageId: string): Promise<LegEvent[]> {
  const { rows } = await sql<LegEventRow>`
    select events.id::text as key, events.stage, events.occurred_at, events.time_confidence as confidence,
      events.received_at, events.country, legs.leg_number, uses.since
    from shipping_legs legs
      join tracker_uses uses on uses.leg_id = legs.id and uses.until is null
      join tracking_events events on events.tracker_id = uses.tracker_id
    where legs.package_id = ${packageId}
    union all
    select events.id::text, events.stage, events.occurred_at, events.time_confidence,
      events.received_at, events.country, legs.leg_number, legs.created_at
    from shipping_legs legs join tracking_events events on events.leg_id = legs.id
    where legs.package_id = ${packageId}
    order by leg_number
  `.execute(db);
  const events = new Map<string, LegEvent>();
  for (const { legNumber, since, ...event } of rows) {
    if (!isOfThisJourney(event.occurredAt, since)) continue;
    const legNumbers = events.get(event.key)?.legNumbers ?? [];
    events.set(event.key, { ...event, legNumbers: [...legNumbers, legNumber] });
  }
  return [...events.values()];
}

/** The inbound parcels that have a tracker's number now. */
export async function listTrackedParcels(
  db: Db,
  trackerId: string,
): Promise<{ readonly id: string; readonly since: Date }[]> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("inboundParcels as parcels", "parcels.id", "uses.inboundParcelId")
    .innerJoin("trackers", "trackers.id", "uses.trackerId")
    .select(["parcels.id", "uses.since"])
    .where("uses.trackerId", "=", trackerId)
    .where("uses.until", "is", null)
    // At the desk a parcel may have got the number of its label.
    .whereRef("parcels.trackingNumber", "=", "trackers.trackingNumber")
    .where("parcels.state", "<>", "cancelled")
    .orderBy("parcels.id")
    .execute();
}

/** When a number was reported as delivered, in any order. */
export async function listDeliveries(
  db: Db,
  trackerId: string,
): Promise<{ readonly stage: TrackingStage | null; readonly occurredAt: Date }[]> {
  return await db
    .selectFrom("trackingEvents")
    .select(["stage", "occurredAt"])
    .where("trackerId", "=", trackerId)
    .where("stage", "=", "delivered")
    .execute();
}

/** Stores when the courier delivered a parcel, where that differs. */
export async function updateCourierDelivery(
  db: Db,
  parcelId: string,
  change: { readonly courierDeliveredAt: Date; readonly updatedAt: Date },
): Promise<void> {
  await db
    .updateTable("inboundParcels")
    .set(change)
    .where("id", "=", parcelId)
    .where("courierDeliveredAt", "is distinct from", change.courierDeliveredAt)
    .execute();
}

/** An event as customers and staff read it. */
export type ReadEvent = {
  readonly id: string;
  readonly legNumber: number;
  readonly stage: TrackingStage | null;
  readonly description: string;
  readonly place: string | null;
  readonly country: string | null;
  readonly occurredAt: Date;
  readonly localTime: string;
  readonly utcOffsetMinutes: number | null;
  readonly timeConfidence: EventTimeConfidence;
  readonly byStaff: boolean;
};

/** The events about the legs of a package, the latest first; each once, under the first leg that has its number. */
export async function listReadEvents(
  db: Db,
  packageId: string,
  limit: number,
): Promise<ReadEvent[]> {
  const { rows } = await sql<ReadEvent & { readonly since: Date }>`
    select distinct on (events.occurred_at, events.id) events.id::text as id, legs.leg_number, events.stage,
      events.description, events.place, events.country, events.occurred_at, events.local_time,
      events.utc_offset_minutes, events.time_confidence, events.leg_id is not null as by_staff,
      coalesce(uses.since, legs.created_at) as since
    from shipping_legs legs
      left join tracker_uses uses on uses.leg_id = legs.id and uses.until is null
      join tracking_events events on events.leg_id = legs.id or events.tracker_id = uses.tracker_id
    where legs.package_id = ${packageId}
    order by events.occurred_at desc, events.id desc, legs.leg_number
    limit ${limit}
  `.execute(db);
  return rows
    .filter(({ occurredAt, since }) => isOfThisJourney(occurredAt, since))
    .map(({ since: _since, ...event }) => event);
}
