// The SQL about how long legs took.
import { sql, type RawBuilder } from "kysely";
import { countryByName } from "#catalogue/rules/country.ts";
import { laneTimeLimits, plannedMode } from "#catalogue/rules/lane-time.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { LaneHistograms } from "#catalogue/server/lanes/times/read-times.ts";

const { lastDay } = laneTimeLimits;

const daySeconds = sql.lit(86_400);

// Carriers report about a number, so an event of a number on two legs belongs to the leg during which it happened.
const longestSilence = sql`
  select case when max(gap) is not null
    then least(${sql.lit(lastDay)}, floor(extract(epoch from max(gap)) / ${daySeconds}))::int end as days
  from (
    select moment - lag(moment) over (order by moment) as gap
    from (
      select legs.departed_at as moment
      union all
      select legs.arrived_at
      union all
      select events.occurred_at from tracker_uses uses join tracking_events events using (tracker_id)
      where uses.leg_id = legs.id and uses.until is null
        and events.occurred_at between legs.departed_at and legs.arrived_at
    ) moments
  ) gaps
  where exists (
    select from tracker_uses uses join tracking_events events using (tracker_id)
    where uses.leg_id = legs.id and uses.until is null
      and events.occurred_at between legs.departed_at and legs.arrived_at
  )`;

function arrivedIn(month: string) {
  const midnight = (date: RawBuilder<unknown>) => sql`(${date})::timestamp at time zone 'UTC'`;
  return sql`legs.status = 'delivered' and legs.carrier_code is not null
    and legs.arrived_at >= ${midnight(sql`${month}::date`)}
    and legs.arrived_at < ${midnight(sql`${month}::date + interval '1 month'`)}
    and legs.departed_at <= legs.arrived_at`;
}

/** Staff may name places as they like, so that there may be many. */
const maxPlaces = 5_000;

/** The places between which legs that arrived in a month led, as they were entered. */
async function listPlaces(db: Db, month: string): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    select legs.origin as place from shipping_legs legs where ${arrivedIn(month)}
    union select legs.destination from shipping_legs legs where ${arrivedIn(month)}
    order by place limit ${maxPlaces}
  `.execute(db);
  return rows.map(({ place }) => place);
}

/**
 * Counts the legs that arrived in a month by lane. Legs between places that are no countries are not counted.
 * @param month its first day, YYYY-MM-DD.
 */
export async function measureMonth(db: Db, month: string): Promise<LaneHistograms[]> {
  const places = (await listPlaces(db, month)).flatMap((name) => {
    const country = countryByName(name);
    return country === null ? [] : [{ name, code: country.code }];
  });
  const { rows } = await sql<LaneHistograms>`
    with places as (
      select * from unnest(
        ${places.map(({ name }) => name)}::text[], ${places.map(({ code }) => code)}::text[]
      ) as places (name, code)
    ), measured as (
      select legs.carrier_code, coalesce(services.mode, ${plannedMode}) as service, origins.code as origin, destinations.code as destination,
        least(${sql.lit(lastDay)}, ceil(extract(epoch from legs.arrived_at - legs.departed_at) / ${daySeconds}))::int as days,
        silence.days as silent_days
      from shipping_legs legs
        join places origins on origins.name = legs.origin
        join places destinations on destinations.name = legs.destination
        left join shipping_services services on services.id = legs.service_id
        cross join lateral (${longestSilence}) silence
      where ${arrivedIn(month)}
    ), lanes as (
      select distinct carrier_code, service, origin, destination from measured
    ), transits as (
      select carrier_code, service, origin, destination, days, count(*)::int as legs from measured group by 1, 2, 3, 4, 5
    ), silences as (
      select carrier_code, service, origin, destination, silent_days as days, count(*)::int as legs
      from measured where silent_days is not null group by 1, 2, 3, 4, 5
    )
    select lanes.*,
      array_agg(coalesce(transits.legs, 0) order by day) as days_histogram,
      array_agg(coalesce(silences.legs, 0) order by day) as silence_histogram
    from lanes cross join generate_series(0, ${sql.lit(lastDay)}) as day
      left join transits on (transits.carrier_code, transits.service, transits.origin, transits.destination, transits.days)
        = (lanes.carrier_code, lanes.service, lanes.origin, lanes.destination, day)
      left join silences on (silences.carrier_code, silences.service, silences.origin, silences.destination, silences.days)
        = (lanes.carrier_code, lanes.service, lanes.origin, lanes.destination, day)
    group by lanes.carrier_code, lanes.service, lanes.origin, lanes.destination
  `.execute(db);
  return rows;
}
