// The SQL with which goods answer the modules below them.
import { sql, type RawBuilder } from "kysely";
import { packageNameColumn } from "./db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";

/** The tracking numbers of those of these packages that exist, by package. */
export async function listTrackingNumbers(
  db: Db,
  packageIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("packages")
    .select(["id", "trackingNumber"])
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, trackingNumber }) => [id, trackingNumber]));
}

/** How their customers call packages, and where those go, by package. */
export async function listPackageNames(
  db: Db,
  packageIds: readonly string[],
): Promise<
  ReadonlyMap<
    string,
    { readonly name: string; readonly trackingNumber: string; readonly destination: string }
  >
> {
  if (packageIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("packages")
    .select(["id", "trackingNumber", "destination"])
    .select(packageNameColumn(sql`packages`).as("name"))
    .where("id", "=", sql<string>`any(${packageIds}::uuid[])`)
    .execute();
  return new Map(rows.map(({ id, ...row }) => [id, row]));
}

/** The tracking number of a user's package; undefined when they have no package of that id. */
export async function findTrackingNumber(
  db: Db,
  packageId: string,
  userId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("packages")
    .select("trackingNumber")
    .where("id", "=", packageId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row?.trackingNumber;
}

/** A user's packages, the newest first, at most `limit`. */
export async function listNewestPackages(
  db: Db,
  userId: string,
  limit: number,
): Promise<{ id: string; trackingNumber: string }[]> {
  return await db
    .selectFrom("packages")
    .select(["id", "trackingNumber"])
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** The number of the parcel or claim, or the name of the package, with the id in the SQL `subjectId`; null for anything else. */
export function numberOfSubject(subjectId: RawBuilder<string>): RawBuilder<string | null> {
  return sql<string | null>`coalesce(
    (select coalesce(tracking_number, label_code) from inbound_parcels where id = ${subjectId}),
    (select ${packageNameColumn(sql`packages`)} from packages where id = ${subjectId}),
    (select tracking_number from inbound_parcel_claims where id = ${subjectId})
  )`;
}

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

/** Where the legs that have trackers' numbers now begin and end, in the order of their packages. */
export async function listLegsOfTrackers(
  db: Db,
  trackerIds: readonly string[],
): Promise<
  { readonly trackerId: string; readonly origin: string; readonly destination: string }[]
> {
  return await db
    .selectFrom("trackerUses as uses")
    .innerJoin("shippingLegs as legs", "legs.id", "uses.legId")
    .select(["uses.trackerId", "legs.origin", "legs.destination"])
    .where("uses.trackerId", "=", sql<string>`any(${trackerIds}::uuid[])`)
    .where("uses.until", "is", null)
    .orderBy("legs.packageId")
    .orderBy("legs.legNumber")
    .execute();
}
