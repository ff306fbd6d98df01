// The SQL about trackers as staff read them.
import { sql, type RawBuilder } from "kysely";
import type { ListedQuestion } from "#contract/tracking.ts";
import type { TrackerFilter } from "#core/tracker.ts";
import type { Db } from "#server/db/open.ts";
import type { TrackerRow } from "./tracker-queries.ts";

type Since = { readonly unfoundSince: Date; readonly silentSince: Date };

/** Whether something that is on its way has the number of tracker `t`. */
const isOnTheWay = sql`exists (
  select from tracker_uses uses
    left join shipping_legs legs on legs.id = uses.leg_id
    left join packages on packages.id = legs.package_id
    left join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
  where uses.tracker_id = t.id and uses.until is null
    and (legs.status = 'in_transit' and packages.status not in ('cancelled', 'voided', 'delivered')
      or parcels.state = 'expected' and parcels.courier_delivered_at is null)
)`;

const isNeeded = sql`exists (
  select from tracker_uses uses
    left join shipping_legs legs on legs.id = uses.leg_id
    left join packages on packages.id = legs.package_id
    left join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
  where uses.tracker_id = t.id and uses.until is null
    and (legs.status in ('pending', 'in_transit') and packages.status not in ('cancelled', 'voided', 'delivered')
      or parcels.state = 'expected')
)`;

function condition(filter: TrackerFilter, since: Since): RawBuilder<unknown> {
  if (filter === "all") return sql`true`;
  if (filter === "silent") {
    return sql`t.state = 'following' and t.last_event_at < ${since.silentSince} and ${isOnTheWay}`;
  }
  if (filter === "to_check") {
    return sql`(t.state = 'failed' or t.state in ('following', 'not_found') and t.last_event_at is null
      and t.registered_at < ${since.unfoundSince}) and ${isNeeded}`;
  }
  return sql`t.state = ${filter}`;
}

/** How many trackers match a filter. */
export async function countTrackers(db: Db, filter: TrackerFilter, since: Since): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from trackers t where ${condition(filter, since)}
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** One page of the trackers that match a filter, the newest first, and how many there are. */
export async function listTrackerRows(
  db: Db,
  filter: Since & {
    readonly state: TrackerFilter;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<{ readonly items: TrackerRow[]; readonly total: number }> {
  const { rows } = await sql<TrackerRow>`
    select t.* from trackers t where ${condition(filter.state, filter)}
    order by t.created_at desc, t.id desc offset ${filter.offset} limit ${filter.limit}
  `.execute(db);
  return { items: rows, total: await countTrackers(db, filter.state, filter) };
}

/** What has the numbers of these trackers now, at most 20 of each. */
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
        uses.inbound_parcel_id
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
export async function countByCarrier(db: Db, silentSince: Date) {
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
      count(*) filter (where t.state = 'following' and t.last_event_at < ${silentSince} and ${isOnTheWay})::int
        as silent_count,
      max(t.last_event_at) as last_event_at
    from trackers t where t.state <> 'ended'
    group by t.carrier_code order by count(*) desc, t.carrier_code
  `.execute(db);
  return rows;
}

/** One page of the legs about which staff are asked, the oldest question first, and how many there are. */
export async function listQuestionRows(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{
  readonly items: (Omit<ListedQuestion, "questionAt"> & { readonly questionAt: Date })[];
  readonly total: number;
}> {
  const { rows } = await sql<Omit<ListedQuestion, "questionAt"> & { questionAt: Date }>`
    select legs.id as leg_id, packages.id as package_id, packages.tracking_number as package_tracking_number,
      legs.leg_number, legs.origin, legs.destination, legs.carrier, legs.question, legs.question_at
    from shipping_legs legs join packages on packages.id = legs.package_id
    where legs.question is not null and packages.status not in ('cancelled', 'voided')
    order by legs.question_at, legs.id offset ${page.offset} limit ${page.limit}
  `.execute(db);
  return { items: rows, total: await countQuestions(db) };
}

/** About how many legs staff are asked. */
export async function countQuestions(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from shipping_legs legs join packages on packages.id = legs.package_id
    where legs.question is not null and packages.status not in ('cancelled', 'voided')
  `.execute(db);
  return rows[0]?.total ?? 0;
}
