// The SQL about what carriers report about legs and inbound parcels.
import { sql } from "kysely";
import {
  isOfThisJourney,
  legOfEvent,
  type LegEvent,
  type PlacedLeg,
} from "#tracking/rules/tracking-rules.ts";
import type { TrackingStage } from "#tracking/rules/tracking-stages.ts";
import type { EventTimeConfidence } from "#tracking/rules/tracking-time.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The packages of the legs that have trackers' numbers now, in order of id. */
export async function listTrackedPackageIds(
  db: Db,
  trackerIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom("trackerUses as uses")
    .innerJoin("shippingLegs as legs", "legs.id", "uses.legId")
    .select("legs.packageId")
    .distinct()
    .where("uses.trackerId", "=", sql<string>`any(${trackerIds}::uuid[])`)
    .where("uses.until", "is", null)
    .orderBy("legs.packageId")
    .execute();
  return rows.map(({ packageId }) => packageId);
}

type LegEventRow = Omit<LegEvent, "legNumbers"> & {
  readonly packageId: string;
  readonly legNumber: number;
  readonly since: Date;
};

function toLegEvents(rows: readonly LegEventRow[]): LegEvent[] {
  const events = new Map<string, LegEvent>();
  for (const { packageId: _packageId, legNumber, since, ...event } of rows) {
    if (!isOfThisJourney(event.occurredAt, since)) continue;
    const legNumbers = events.get(event.key)?.legNumbers ?? [];
    events.set(event.key, { ...event, legNumbers: [...legNumbers, legNumber] });
  }
  return [...events.values()];
}

/** The events of all numbers that legs of packages have now, and those that staff added, by package. */
export async function listLegEvents(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, readonly LegEvent[]>> {
  const { rows } = await sql<LegEventRow>`
    select legs.package_id, events.id::text as key, events.stage, events.occurred_at,
      events.time_confidence as confidence, events.received_at, events.country, legs.leg_number, uses.since
    from shipping_legs legs
      join tracker_uses uses on uses.leg_id = legs.id and uses.until is null
      join tracking_events events on events.tracker_id = uses.tracker_id
    where legs.package_id = any(${packageIds}::uuid[])
    union all
    select legs.package_id, events.id::text, events.stage, events.occurred_at,
      events.time_confidence, events.received_at, events.country, legs.leg_number, legs.created_at
    from shipping_legs legs join tracking_events events on events.leg_id = legs.id
    where legs.package_id = any(${packageIds}::uuid[])
    order by leg_number
  `.execute(db);
  const byPackage = Map.groupBy(rows, ({ packageId }) => packageId);
  return new Map([...byPackage].map(([id, found]) => [id, toLegEvents(found)]));
}

/** The inbound parcels that have trackers' numbers now. */
export async function listTrackedParcels(
  db: Db,
  trackerIds: readonly string[],
): Promise<{ readonly id: string; readonly trackerId: string; readonly since: Date }[]> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("inboundParcels as parcels", "parcels.id", "uses.inboundParcelId")
    .innerJoin("trackers", "trackers.id", "uses.trackerId")
    .select(["parcels.id", "uses.trackerId", "uses.since"])
    .where("uses.trackerId", "=", sql<string>`any(${trackerIds}::uuid[])`)
    .where("uses.until", "is", null)
    // At the desk a parcel may have got the number of its label.
    .whereRef("parcels.trackingNumber", "=", "trackers.trackingNumber")
    .where("parcels.state", "<>", "cancelled")
    .orderBy("parcels.id")
    .execute();
}

/** When numbers were reported as delivered, in any order. */
export async function listDeliveries(
  db: Db,
  trackerIds: readonly string[],
): Promise<
  {
    readonly trackerId: string | null;
    readonly stage: TrackingStage | null;
    readonly occurredAt: Date;
  }[]
> {
  return await db
    .selectFrom("trackingEvents")
    .select(["trackerId", "stage", "occurredAt"])
    .where("trackerId", "=", sql<string>`any(${trackerIds}::uuid[])`)
    .where("stage", "=", "delivered")
    .execute();
}

/** Stores when the courier delivered parcels, where that differs. */
export async function updateCourierDeliveries(
  db: Db,
  deliveries: readonly { readonly id: string; readonly courierDeliveredAt: Date }[],
  updatedAt: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await sql`
    update inbound_parcels set courier_delivered_at = found.at, updated_at = ${updatedAt}
    from unnest(${deliveries.map(({ id }) => id)}::uuid[],
      ${deliveries.map((one) => one.courierDeliveredAt)}::timestamptz[]) as found (id, at)
    where inbound_parcels.id = found.id and courier_delivered_at is distinct from found.at
  `.execute(db);
}

/** An event as customers and staff read it. */
export type ReadEvent = {
  readonly id: string;
  readonly legNumber: number | null;
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

/** The events about the legs of a package, the latest first; each once, under the leg on which it happened. */
export async function listReadEvents(
  db: Db,
  packageId: string,
  limit: number,
): Promise<ReadEvent[]> {
  type Row = Omit<ReadEvent, "legNumber"> & {
    readonly since: Date;
    readonly legs: readonly PlacedLeg[];
  };
  const { rows } = await sql<Row>`
    select events.id::text as id, events.stage, events.description, events.place, events.country,
      events.occurred_at, events.local_time, events.utc_offset_minutes, events.time_confidence,
      events.leg_id is not null as by_staff, min(coalesce(uses.since, legs.created_at)) as since,
      jsonb_agg(jsonb_build_object('legNumber', legs.leg_number, 'origin', legs.origin,
        'destination', legs.destination) order by legs.leg_number) as legs
    from shipping_legs legs
      left join tracker_uses uses on uses.leg_id = legs.id and uses.until is null
      join tracking_events events on events.leg_id = legs.id or events.tracker_id = uses.tracker_id
    where legs.package_id = ${packageId}
    group by events.id
    order by events.occurred_at desc, events.id desc
    limit ${limit}
  `.execute(db);
  return rows
    .filter(({ occurredAt, since }) => isOfThisJourney(occurredAt, since))
    .map(({ since: _since, legs, ...event }) => ({ ...event, legNumber: legOfEvent(event, legs) }));
}

/** The events about an inbound parcel under the number and carrier that it has, the latest first. */
export async function listReadParcelEvents(
  db: Db,
  inboundParcelId: string,
  limit: number,
): Promise<ReadEvent[]> {
  const { rows } = await sql<ReadEvent & { readonly since: Date }>`
    select events.id::text as id, null as leg_number, events.stage, events.description, events.place,
      events.country, events.occurred_at, events.local_time, events.utc_offset_minutes,
      events.time_confidence, false as by_staff, used.since
    from (
      select uses.tracker_id, uses.since
      from tracker_uses uses
        join trackers on trackers.id = uses.tracker_id
        join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
      where uses.inbound_parcel_id = ${inboundParcelId}
        and trackers.tracking_number = parcels.tracking_number
      order by uses.id desc limit 1
    ) used join tracking_events events on events.tracker_id = used.tracker_id
    order by events.occurred_at desc, events.id desc limit ${limit}
  `.execute(db);
  return rows
    .filter(({ occurredAt, since }) => isOfThisJourney(occurredAt, since))
    .map(({ since: _since, ...event }) => event);
}
