// The SQL about the legs and inbound parcels that have followed numbers.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { NumberHolder, TrackedNumber } from "#tracking/rules/tracking-stages.ts";
import {
  earlierJourneyDays,
  parcelQuestions,
  type TrackingQuestion,
} from "#tracking/rules/tracking-rules.ts";
import { isWarehouseEntered } from "#catalogue/server/db/warehouse-columns.ts";

/** Whether what has a number by the row `uses` is still on its way. */
export const isUseOnItsWay = sql<boolean>`(exists (
  select from shipping_legs legs join packages on packages.id = legs.package_id
  where legs.id = uses.leg_id and legs.status in ('pending', 'in_transit')
    and packages.status not in ('cancelled', 'voided', 'delivered')
) or exists (
  select from inbound_parcels parcels where parcels.id = uses.inbound_parcel_id and parcels.state = 'expected'
))`;

/** The customer who declared what has a number by the row `uses`, and the phone of its recipient, or else of its customer. */
export const holderOfUse = sql<{ declaredBy: string | null; phone: string | null }>`
  select parcels.user_id as declared_by, coalesce(nullif(recipients.phone, ''), nullif(profiles.phone, '')) as phone
  from (select uses.leg_id, uses.inbound_parcel_id) used
    left join shipping_legs legs on legs.id = used.leg_id
    left join packages on packages.id = legs.package_id
    left join package_recipients recipients on recipients.package_id = packages.id
    left join inbound_parcels parcels on parcels.id = used.inbound_parcel_id
    left join profiles on profiles.id = coalesce(packages.user_id, parcels.user_id)`;

/** The accounts that have a number now, with a leg or an inbound parcel. */
export async function listOwnersOfTracker(db: Db, trackerId: string): Promise<string[]> {
  const { rows } = await sql<{ userId: string }>`
    select distinct coalesce(packages.user_id, parcels.user_id) as user_id
    from tracker_uses uses
      left join shipping_legs legs on legs.id = uses.leg_id
      left join packages on packages.id = legs.package_id
      left join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
    where uses.tracker_id = ${trackerId} and uses.until is null
      and coalesce(packages.user_id, parcels.user_id) is not null
  `.execute(db);
  return rows.map(({ userId }) => userId);
}

/** How another leg of the same package has this number: under which carrier. */
export async function findSharedNumber(
  db: Db,
  legId: string,
  trackingNumber: string,
): Promise<TrackedNumber | undefined> {
  return await db
    .selectFrom("shippingLegs as legs")
    .innerJoin("shippingLegs as others", "others.packageId", "legs.packageId")
    .innerJoin("trackerUses as uses", "uses.legId", "others.id")
    .innerJoin("trackers", "trackers.id", "uses.trackerId")
    .select(["trackers.trackingNumber", "trackers.carrierCode"])
    .where("legs.id", "=", legId)
    .where("others.id", "<>", legId)
    .where("uses.until", "is", null)
    .where("trackers.trackingNumber", "=", trackingNumber)
    .orderBy("others.legNumber")
    .limit(1)
    .executeTakeFirst();
}

/** Inbound parcels with what a courier reports about: their number and carrier while they are awaited. */
export async function listAwaitedParcels(
  db: Db,
  parcelIds: readonly string[],
): Promise<NumberHolder[]> {
  return await db
    .selectFrom("inboundParcels")
    .select(["id", "carrierCode"])
    .select((row) => row.ref("trackingNumber").$notNull().as("trackingNumber"))
    .where("id", "in", parcelIds)
    .where("state", "=", "expected")
    .where("trackingNumber", "is not", null)
    .execute();
}

/** The package and customer of a leg, and the tracker of its number. */
export async function findTrackerOfLeg(
  db: Db,
  legId: string,
): Promise<
  | { readonly packageId: string; readonly userId: string; readonly trackerId: string | null }
  | undefined
> {
  return await db
    .selectFrom("shippingLegs as legs")
    .innerJoin("packages", "packages.id", "legs.packageId")
    .leftJoin("trackerUses as uses", (join) =>
      join.onRef("uses.legId", "=", "legs.id").on("uses.until", "is", null),
    )
    .select(["legs.packageId", "packages.userId", "uses.trackerId"])
    .where("legs.id", "=", legId)
    .executeTakeFirst();
}

/** The legs with a tracker's number, but those of another carrier to which it was handed over. */
export async function listLegsToCorrect(
  db: Db,
  tracker: { readonly id: string; readonly carrierCode: string | null },
): Promise<{ readonly id: string; readonly packageId: string }[]> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("shippingLegs as legs", "legs.id", "uses.legId")
    .select(["legs.id", "legs.packageId"])
    .where("uses.trackerId", "=", tracker.id)
    .where("uses.until", "is", null)
    .where(({ or, eb }) =>
      or([eb("legs.carrierCode", "is", null), eb("legs.carrierCode", "=", tracker.carrierCode)]),
    )
    .execute();
}

/** Gives the parcels with a tracker's number this carrier. */
export async function updateCarrierOfParcels(
  db: Db,
  trackerId: string,
  change: { readonly carrierCode: string; readonly updatedAt: Date },
): Promise<void> {
  const uses = db
    .selectFrom("trackerUses")
    .where("trackerId", "=", trackerId)
    .where("until", "is", null);
  await db
    .updateTable("inboundParcels")
    .set({ ...change, carrierConfidence: "given" })
    .where(
      "id",
      "in",
      uses.select((row) => row.ref("inboundParcelId").$notNull().as("id")),
    )
    .execute();
}

/**
 * Questions about inbound parcels that are awaited: the latest event of their number that asks, and was received since
 * staff answered, which begins another use of the number. Before a warehouse was entered nobody sees parcels.
 */
export const aboutParcels = sql`
  from inbound_parcels parcels
    join tracker_uses uses on uses.inbound_parcel_id = parcels.id and uses.until is null
    join trackers on trackers.id = uses.tracker_id and trackers.tracking_number = parcels.tracking_number
      and trackers.last_event_at is not null
    cross join lateral (
      select events.stage, events.occurred_at, events.description from tracking_events events
      where events.tracker_id = trackers.id and events.stage = any(${[...parcelQuestions]}::text[])
        and events.received_at > uses.since
        and events.occurred_at > uses.since - ${sql.lit(earlierJourneyDays)} * interval '1 day'
      order by events.occurred_at desc, events.id desc limit 1
    ) asked
  where parcels.state = 'expected' and ${isWarehouseEntered}`;

/** What staff are asked about an inbound parcel, and the use of its number; undefined for nothing. */
export async function findParcelQuestion(
  db: Db,
  inboundParcelId: string,
): Promise<
  | {
      readonly question: TrackingQuestion;
      readonly questionAt: Date;
      readonly useId: bigint;
      readonly trackerId: string;
    }
  | undefined
> {
  const { rows } = await sql<{
    question: TrackingQuestion;
    questionAt: Date;
    useId: bigint;
    trackerId: string;
  }>`
    select asked.stage as question, asked.occurred_at as question_at, uses.id as use_id, uses.tracker_id
    ${aboutParcels} and parcels.id = ${inboundParcelId}
  `.execute(db);
  return rows[0];
}

/** Locks a parcel and marks it as changed now; returns whether there is one. */
export async function touchParcel(
  db: Db,
  inboundParcelId: string,
  updatedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("inboundParcels")
    .set({ updatedAt })
    .where("id", "=", inboundParcelId)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
