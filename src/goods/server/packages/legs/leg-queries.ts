import type { NamedLeg } from "#catalogue/rules/shipping-service.ts";
import { sql, type RawBuilder } from "kysely";
import {
  type LegService,
  type TransitSpan,
  laneTimeLimits,
  plannedMode,
} from "#catalogue/rules/lane-time.ts";
import type { LegOutcome, TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import { followingTracker, isSilent, lastReport } from "#tracking/server/db/silent-legs.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { InsertOf, UpdateOf } from "#platform/server/db/tables.ts";
import { countryByName } from "#catalogue/rules/country.ts";
import type { LaneHistograms } from "#catalogue/server/lanes/times/read-times.ts";

/** The package a leg belongs to. */
export async function findPackageIdOfLeg(db: Db, legId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("shippingLegs")
    .select("packageId")
    .where("id", "=", legId)
    .executeTakeFirst();
  return row?.packageId;
}

/** Inserts legs and returns their ids. */
export async function insertLegs(
  db: Db,
  legs: readonly InsertOf<"shippingLegs">[],
): Promise<string[]> {
  const rows = await db.insertInto("shippingLegs").values(legs).returning("id").execute();
  return rows.map(({ id }) => id);
}

/** Deletes legs that have not moved, in the transaction that replaces them. */
export async function deleteLegs(db: Db, legIds: readonly string[]): Promise<void> {
  if (legIds.length === 0) return;
  await db.deleteFrom("shippingLegs").where("id", "in", legIds).execute();
}

export async function updateAllLegs(
  db: Db,
  packageId: string,
  change: UpdateOf<"shippingLegs">,
): Promise<void> {
  await db.updateTable("shippingLegs").set(change).where("packageId", "=", packageId).execute();
}

/** Forgets the service by which a package's legs would go that have not moved. */
export async function clearServiceOfLegs(db: Db, packageId: string): Promise<void> {
  await db
    .updateTable("shippingLegs")
    .set({ serviceId: null })
    .where("packageId", "=", packageId)
    .where("status", "=", "pending")
    .where("serviceId", "is not", null)
    .execute();
}

export async function updateLegRow(
  db: Db,
  legId: string,
  change: UpdateOf<"shippingLegs">,
): Promise<void> {
  await db.updateTable("shippingLegs").set(change).where("id", "=", legId).execute();
}

/** What deriving the legs of packages needs, of each package in order. */
export async function listFollowedLegs(db: Db, packageIds: readonly string[]) {
  return await db
    .selectFrom("shippingLegs")
    .select(["id", "packageId", "legNumber", "origin", "destination"])
    .select(["status", "statusSource", "statusSince"])
    .select(["departedAt", "arrivedAt", "staffStatus", "staffStatusAt", "eventsCountSince"])
    .select(["question", "questionAt", "questionsAnsweredAt"])
    .where("packageId", "=", sql<string>`any(${packageIds}::uuid[])`)
    .orderBy("packageId")
    .orderBy("legNumber")
    .execute();
}

/** Stores what follows for legs, all in one statement. */
export async function updateLegOutcomes(
  db: Db,
  outcomes: readonly (LegOutcome & { readonly id: string })[],
  updatedAt: Date,
): Promise<void> {
  if (outcomes.length === 0) return;
  const rows = outcomes.map((one) => ({
    id: one.id,
    status: one.status,
    status_source: one.statusSource,
    status_since: one.statusSince,
    departed_at: one.departedAt,
    arrived_at: one.arrivedAt,
    question: one.question,
    question_at: one.questionAt,
  }));
  await sql`
    update shipping_legs set status = outcomes.status, status_source = outcomes.status_source,
      status_since = outcomes.status_since, departed_at = outcomes.departed_at,
      arrived_at = outcomes.arrived_at, question = outcomes.question,
      question_at = outcomes.question_at, updated_at = ${updatedAt}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as outcomes (
      id uuid, status text, status_source text, status_since timestamptz, departed_at timestamptz,
      arrived_at timestamptz, question text, question_at timestamptz)
    where shipping_legs.id = outcomes.id
  `.execute(db);
}

/** The service by which the leg `legs` goes; null where no quote was accepted. */
const serviceOfLeg = sql<LegService | null>`(
  select jsonb_build_object('mode', mode, 'deliveryMin', delivery_min, 'deliveryMax', delivery_max,
    'deliveryUnit', delivery_unit, 'legCount', jsonb_array_length(services.legs))
  from shipping_services services where services.id = legs.service_id
)`;

/** The legs of packages that have departed, with what was expected of them then. */
export async function listDepartedLegs(db: Db, packageIds: readonly string[]) {
  return await db
    .selectFrom("shippingLegs as legs")
    .select(["id", "origin", "destination", "carrierCode", "departedAt"])
    .select(["transitSpan", "lateAfter", "silentDays", serviceOfLeg.as("service")])
    .where("packageId", "=", sql<string>`any(${packageIds}::uuid[])`)
    .where("status", "=", "in_transit")
    .where("departedAt", "is not", null)
    .execute();
}

/** Stores what is expected of legs, all in one statement. */
export async function updateLegExpectations(
  db: Db,
  legs: readonly {
    readonly id: string;
    readonly transitSpan: TransitSpan | null;
    readonly lateAfter: Date | null;
    readonly silentDays: number | null;
  }[],
): Promise<void> {
  if (legs.length === 0) return;
  const rows = legs.map((leg) => ({
    id: leg.id,
    transit_span: leg.transitSpan,
    late_after: leg.lateAfter,
    silent_days: leg.silentDays,
  }));
  await sql`
    update shipping_legs set transit_span = nullif(expected.transit_span, 'null'::jsonb),
      late_after = expected.late_after, silent_days = expected.silent_days
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as expected (
      id uuid, transit_span jsonb, late_after timestamptz, silent_days smallint)
    where shipping_legs.id = expected.id
  `.execute(db);
}

/** Packages with a leg on its way of which nothing was expected when it departed, though something is known of its carrier. */
export async function listUnexpectedPackages(
  db: Db,
  knownCarriers: readonly string[],
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ packageId: string }>`
    select distinct package_id from shipping_legs legs
    where status = 'in_transit' and late_after is null and departed_at is not null
      and (carrier_code = any (${knownCarriers}::text[])
        or exists (select from lane_times where carrier_code = legs.carrier_code))
    order by package_id limit ${limit}
  `.execute(db);
  return rows.map(({ packageId }) => packageId);
}

/** The legs of a package in order: how they go, how long those take that have departed, and what is open about them. */
export async function listStoredExpectations(db: Db, packageId: string) {
  return await db
    .selectFrom("shippingLegs as legs")
    .select(["id", "legNumber", "origin", "destination", "status", "carrierCode"])
    .select(["estimatedDeparture", "departedAt", "transitSpan", "question"])
    .select(serviceOfLeg.as("service"))
    .where("packageId", "=", packageId)
    .orderBy("legNumber")
    .execute();
}

/** The legs of a package that are silent at `now`, and when there was last news of them. */
export async function listSilentLegs(
  db: Db,
  packageId: string,
  now: Date,
): Promise<{ readonly legNumber: number; readonly reportedAt: Date }[]> {
  const { rows } = await sql<{ legNumber: number; reportedAt: Date }>`
    select l.leg_number, ${lastReport} as reported_at from shipping_legs l ${followingTracker}
    where l.package_id = ${packageId} and l.status = 'in_transit' and ${isSilent(now)}
  `.execute(db);
  return rows;
}

/** The legs of a package about which staff are asked. */
export async function listAskedLegs(
  db: Db,
  packageId: string,
): Promise<{ readonly legNumber: number; readonly question: TrackingQuestion }[]> {
  return await db
    .selectFrom("shippingLegs")
    .select("legNumber")
    .select((row) => row.ref("question").$notNull().as("question"))
    .where("packageId", "=", packageId)
    .where("question", "is not", null)
    .execute();
}

/** What staff are asked about a leg, and when that happened. */
export async function findLegQuestion(
  db: Db,
  legId: string,
): Promise<
  { readonly question: TrackingQuestion | null; readonly questionAt: Date | null } | undefined
> {
  return await db
    .selectFrom("shippingLegs")
    .select(["question", "questionAt"])
    .where("id", "=", legId)
    .executeTakeFirst();
}

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

export type ReportedPackage = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string;
  readonly trackingNumber: string;
  readonly origin: string;
  readonly destination: string;
};

type LateLeg = ReportedPackage & { readonly legId: string; readonly leg: NamedLeg };

/** Legs on their way that became late within `days` before `now`, without a notification; of open accounts. */
export async function listLateLegs(
  db: Db,
  now: Date,
  days: number,
  limit: number,
): Promise<LateLeg[]> {
  const { rows } = await sql<LateLeg>`
    select legs.id as leg_id, packages.id, packages.user_id, profiles.email as user_email,
      packages.tracking_number, packages.origin, packages.destination,
      json_build_object('legNumber', legs.leg_number, 'origin', legs.origin, 'destination', legs.destination,
        'legCount', (select count(*) from shipping_legs all_legs where all_legs.package_id = packages.id)) as leg
    from shipping_legs legs join packages on packages.id = legs.package_id
      join profiles on profiles.id = packages.user_id
    where legs.status = 'in_transit' and legs.late_after < ${now}
      and legs.late_after > ${now}::timestamptz - make_interval(days => ${days})
      and packages.status not in ('delivered', 'cancelled', 'voided')
      and profiles.closed_at is null and profiles.suspended_at is null
      and not exists (
        select from notifications
        where notifications.user_id = packages.user_id and kind = 'package_late' and dedupe_key = legs.id::text
      )
    order by legs.id limit ${limit}
  `.execute(db);
  return rows;
}
