import { sql, type Insertable, type Updateable } from "kysely";
import type { LegService, TransitSpan } from "#catalogue/rules/lane-time.ts";
import type { LegOutcome, TrackingQuestion } from "#tracking/rules/tracking-rules.ts";
import { followingTracker, isSilent, lastReport } from "#tracking/server/db/silent-legs.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { PackagesTables } from "#goods/server/tables/packages.ts";

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
  legs: readonly Insertable<PackagesTables["shippingLegs"]>[],
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
  change: Updateable<PackagesTables["shippingLegs"]>,
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
  change: Updateable<PackagesTables["shippingLegs"]>,
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
