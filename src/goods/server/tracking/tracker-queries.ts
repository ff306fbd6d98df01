// The SQL about followed numbers: the legs and inbound parcels that have them, and their trackers as staff read them.
import { sql, type RawBuilder } from "kysely";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";
import type {
  NumberHolder,
  TrackedNumber,
  TrackerFilter,
} from "#tracking/rules/tracking-stages.ts";
import {
  earlierJourneyDays,
  parcelQuestions,
  type TrackingQuestion,
} from "#tracking/rules/tracking-rules.ts";
import { isWarehouseEntered } from "#catalogue/server/db/warehouse-columns.ts";
import type { ListedQuestion } from "#tracking/contract/tracking.ts";
import { laneTimeLimits } from "#catalogue/rules/lane-time.ts";
import { isSilent } from "#tracking/server/db/silent-legs.ts";

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
const aboutParcels = sql`
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

type TrackerRow = RowOf<"trackers">;

/** `now` decides what is silent. */
type Moments = { readonly unfoundSince: Date; readonly now: Date };

/** Whether a leg with the number of tracker `t` is silent, or a parcel that is on its way has had no news for five days. */
function isTrackerSilent(now: Date) {
  const days = sql.lit(laneTimeLimits.minSilentDays);
  return sql<boolean>`t.state = 'following' and (
    exists (
      select from tracker_uses uses
        join shipping_legs l on l.id = uses.leg_id
        join packages on packages.id = l.package_id
      where uses.tracker_id = t.id and uses.until is null and l.status = 'in_transit' and ${isSilent(now)}
        and packages.status not in ('cancelled', 'voided', 'delivered')
    ) or t.last_event_at < ${now}::timestamptz - ${days} * interval '1 day' and exists (
      select from tracker_uses uses join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
      where uses.tracker_id = t.id and uses.until is null
        and parcels.state = 'expected' and parcels.courier_delivered_at is null
    )
  )`;
}

const isNeeded = sql`exists (
  select from tracker_uses uses
    left join shipping_legs legs on legs.id = uses.leg_id
    left join packages on packages.id = legs.package_id
    left join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
  where uses.tracker_id = t.id and uses.until is null
    and (legs.status in ('pending', 'in_transit') and packages.status not in ('cancelled', 'voided', 'delivered')
      or parcels.state = 'expected')
)`;

function condition(filter: TrackerFilter, moments: Moments): RawBuilder<unknown> {
  if (filter === "all") return sql`true`;
  if (filter === "silent") return isTrackerSilent(moments.now);
  if (filter === "to_check") {
    return sql`(t.state = 'failed' or t.state in ('following', 'not_found') and t.last_event_at is null
      and t.registered_at < ${moments.unfoundSince}) and ${isNeeded}`;
  }
  return sql`t.state = ${filter}`;
}

/** How many trackers match a filter. */
export async function countTrackers(
  db: Db,
  filter: TrackerFilter,
  moments: Moments,
  search = "",
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from trackers t
    where ${condition(filter, moments)} and position(${search} in replace(t.tracking_number, '-', '')) > 0
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page of the trackers that match a filter, the newest first, and how many there are. */
export async function listTrackerRows(
  db: Db,
  filter: Moments & {
    readonly state: TrackerFilter;
    /** A part of the number in capitals and without dashes; all where it is empty. */
    readonly search: string;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly items: TrackerRow[]; readonly total: number }> {
  const { rows } = await sql<TrackerRow>`
    select t.* from trackers t
    where ${condition(filter.state, filter)} and position(${filter.search} in replace(t.tracking_number, '-', '')) > 0
    order by t.created_at desc, t.id desc offset ${filter.offset} limit ${filter.limit}
  `.execute(db);
  return { items: rows, total: await countTrackers(db, filter.state, filter, filter.search) };
}

/** What has the numbers of these trackers now, at most 20 of each; before a warehouse was entered, a package for its parcel. */
export async function listUsesOf(db: Db, trackerIds: readonly string[]) {
  const { rows } = await sql<{
    trackerId: string;
    packageId: string | null;
    packageTrackingNumber: string | null;
    legNumber: number | null;
    inboundParcelId: string | null;
  }>`
    select t.id as tracker_id, used.*
    from unnest(${trackerIds}::uuid[]) as t (id) cross join lateral (
      select packages.id as package_id, packages.tracking_number as package_tracking_number, legs.leg_number,
        case when ${isWarehouseEntered} then uses.inbound_parcel_id end as inbound_parcel_id
      from tracker_uses uses
        left join shipping_legs legs on legs.id = uses.leg_id
        left join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
        left join packages on packages.id = coalesce(legs.package_id, parcels.package_id)
      where uses.tracker_id = t.id and uses.until is null order by uses.id limit 20
    ) used
  `.execute(db);
  return rows;
}

/** How many trackers each carrier has, the most first. */
export async function countByCarrier(db: Db, now: Date) {
  const { rows } = await sql<{
    carrierCode: string | null;
    newCount: number;
    followedCount: number;
    notFoundCount: number;
    failedCount: number;
    silentCount: number;
    lastEventAt: Date | null;
  }>`
    select t.carrier_code, count(*) filter (where t.state = 'new')::int as new_count,
      count(*) filter (where t.state = 'following')::int as followed_count,
      count(*) filter (where t.state = 'not_found')::int as not_found_count,
      count(*) filter (where t.state = 'failed')::int as failed_count,
      count(*) filter (where ${isTrackerSilent(now)})::int as silent_count,
      max(t.last_event_at) as last_event_at
    from trackers t where t.state <> 'ended'
    group by t.carrier_code order by count(*) desc, t.carrier_code
  `.execute(db);
  return rows;
}

type QuestionRow = Omit<ListedQuestion, "questionAt" | "statusSince"> & {
  readonly questionAt: Date;
  readonly statusSince: Date | null;
};

/** Questions about legs. */
const aboutLegs = sql`
  from shipping_legs legs join packages on packages.id = legs.package_id
  where legs.question is not null and packages.status not in ('cancelled', 'voided')`;

/** Where `ids` names things, only those. */
const among = (id: RawBuilder<unknown>, ids: readonly string[] | undefined) =>
  ids === undefined ? sql`` : sql`and ${id} = any(${[...ids]}::uuid[])`;

/** One page of what staff are asked about legs and inbound parcels, the oldest question first, and how many there are. */
export async function listQuestionRows(
  db: Db,
  page: {
    readonly subjectIds: readonly string[] | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{
  readonly items: QuestionRow[];
  readonly total: number;
}> {
  const { rows } = await sql<QuestionRow>`
    select legs.id as subject_id, packages.id as package_id, null::uuid as inbound_parcel_id,
      packages.tracking_number, legs.leg_number, legs.origin, legs.destination, legs.carrier,
      legs.status_source, legs.status_since, legs.question, legs.question_at, (
        select events.description from tracking_events events
        where events.occurred_at = legs.question_at and (events.leg_id = legs.id or events.tracker_id in (
          select uses.tracker_id from tracker_uses uses where uses.leg_id = legs.id and uses.until is null))
        order by events.id desc limit 1
      ) as description
    ${aboutLegs} ${among(sql`legs.id`, page.subjectIds)}
    union all
    select parcels.id, parcels.package_id, parcels.id, parcels.tracking_number, null, null, null,
      (select carriers.name from carriers where carriers.code = parcels.carrier_code),
      null, null, asked.stage, asked.occurred_at, asked.description
    ${aboutParcels} ${among(sql`parcels.id`, page.subjectIds)}
    order by question_at, subject_id offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return { items: rows, total: (await countQuestions(db, page.subjectIds)).count };
}

/** Of these legs and inbound parcels, those about which staff are asked, with whose they are. */
export async function listQuestionOwners(
  db: Db,
  subjectIds: readonly string[],
): Promise<
  {
    readonly id: string;
    readonly owned: "package" | "parcel";
    readonly ownerId: string | null;
  }[]
> {
  const { rows } = await sql<{
    id: string;
    owned: "package" | "parcel";
    ownerId: string | null;
  }>`
    select legs.id, 'package' as owned, packages.user_id as owner_id
    ${aboutLegs} ${among(sql`legs.id`, subjectIds)}
    union all
    select parcels.id, 'parcel', parcels.user_id ${aboutParcels} ${among(sql`parcels.id`, subjectIds)}
  `.execute(db);
  return rows;
}

/** About how many legs and inbound parcels staff are asked, and since when the longest. */
export async function countQuestions(
  db: Db,
  subjectIds?: readonly string[],
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(asked_at) as oldest from (
      select legs.question_at as asked_at ${aboutLegs} ${among(sql`legs.id`, subjectIds)}
      union all
      select asked.occurred_at ${aboutParcels} ${among(sql`parcels.id`, subjectIds)}
    ) questions
  `.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}
