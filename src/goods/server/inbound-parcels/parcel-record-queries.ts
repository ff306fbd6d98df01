// The SQL about the records of inbound parcels.
import { sql } from "kysely";
import type { OwnAddress } from "#goods/contract/own-address.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

/**
 * Whether somebody claims one of these numbers, or has declared it. A claim that was withdrawn counts too: it may be made
 * again once those of others are refused.
 */
export async function isNumberOf(
  db: Db,
  userId: string,
  trackingNumbers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_parcel_claims
    where user_id = ${userId} and state in ('open', 'withdrawn') and tracking_number = any(${trackingNumbers}::text[])
    union all
    select from inbound_parcels
    where user_id = ${userId} and tracking_number = any(${trackingNumbers}::text[])
    limit 1
  `.execute(db);
  return rows.length > 0;
}

/** The owners of parcels; one without an owner has null, or `userId` where the number is theirs as in `isNumberOf`. */
export async function listParcelOwners(
  db: Db,
  parcelIds: readonly string[],
  userId: string,
): Promise<{ readonly parcelId: string; readonly ownerId: string | null }[]> {
  const { rows } = await sql<{ parcelId: string; ownerId: string | null }>`
    select p.id as parcel_id, coalesce(p.user_id, case when exists (
      select from inbound_parcel_claims claims
      where claims.user_id = ${userId} and claims.state in ('open', 'withdrawn')
        and claims.tracking_number = p.tracking_number
      union all
      select from inbound_parcels declared
      where declared.user_id = ${userId} and declared.tracking_number = p.tracking_number
    ) then ${userId}::uuid end) as owner_id
    from inbound_parcels p where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}

/** What an address card needs to know of a customer. */
export type Addressee = {
  readonly fullName: string;
  readonly latinName: string | null;
  readonly hasPlan: boolean;
  readonly progress: OwnAddress["progress"];
};

/** Where a customer's parcels and packages are, and whether a parcel on the shelf has no address to go to. */
export async function getOverview(db: Db, userId: string): Promise<OwnAddress["overview"]> {
  const isFree = sql`(p.package_id is null or packages.stage in ('gathering', 'ready'))`;
  const { rows } = await sql<OwnAddress["overview"]>`
    with here as (
      select count(*) filter (where ${isFree})::int as shelved_parcels,
        count(*) filter (where not ${isFree})::int as requested_parcels,
        coalesce(bool_or(${isFree} and coalesce(r.address, '') = ''), false) as is_without_address
      from inbound_parcels p
        left join packages on packages.id = p.package_id
        left join package_recipients r on r.package_id = p.package_id
      where p.user_id = ${userId} and p.state in ('received', 'packed')
    )
    select shelved_parcels, requested_parcels,
      (select count(*)::int from inbound_parcels
        where user_id = ${userId} and state = 'expected') as awaited_parcels,
      (select count(*)::int from packages
        where user_id = ${userId} and stage in ('handed_over', 'on_the_way')) as travelling_packages,
      is_without_address and (profiles.address = '' or profiles.country = '') as is_address_missing
    from here, profiles where profiles.id = ${userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no profile ${userId}.`);
  return row;
}

/** The customer's names, and how far their first purchase has come. */
export async function getAddressee(db: Db, userId: string): Promise<Addressee> {
  const { rows } = await sql<Omit<Addressee, "progress"> & Addressee["progress"]>`
    select full_name, latin_name, subscription is not null as has_plan,
      -- What was sent before there was an address was sent without it.
      exists (select from inbound_parcels where user_id = ${userId} and state <> 'cancelled'
        and created_at >= (select min(opened_at) from warehouses)) as has_declared,
      exists (select from inbound_parcels where user_id = ${userId}
        and state in ('received', 'packed', 'departed', 'returned', 'disposed')) as has_received,
      exists (select from packages where user_id = ${userId}
        and stage in ('handed_over', 'on_the_way', 'delivered')) as has_shipped
    from profiles where id = ${userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no profile ${userId}.`);
  const { fullName, latinName, hasPlan, ...progress } = row;
  return { fullName, latinName, hasPlan, progress };
}

/** The receiving records of parcels, by parcel, oldest first. */
export async function listRecordRows(
  db: Db,
  parcelIds: readonly string[],
): Promise<ReadonlyMap<string, RowOf<"receivingRecords">[]>> {
  const rows = await db
    .selectFrom("receivingRecords")
    .selectAll()
    .where("inboundParcelId", "=", sql<string>`any(${parcelIds}::uuid[])`)
    .orderBy("sequence")
    .execute();
  return Map.groupBy(rows, ({ inboundParcelId }) => inboundParcelId);
}

/** Erases what staff typed about a customer's parcels. Raw SQL, since the columns are read-only in the tables' types. */
export async function eraseReceivingTexts(db: Db, userId: string): Promise<void> {
  await sql`
    update receiving_records set note = '', reason = ''
    where (note <> '' or reason <> '')
      and inbound_parcel_id in (select id from inbound_parcels where user_id = ${userId})
  `.execute(db);
}

/** The state of the open ship request of a package, or that with which it was just handed over; null where there is none. */
export async function findRequestState(
  db: Db,
  packageId: string | null,
): Promise<RowOf<"packages">["shipRequestState"]> {
  if (packageId === null) return null;
  const row = await db
    .selectFrom("packages")
    .select("shipRequestState")
    .where("id", "=", packageId)
    .executeTakeFirst();
  return row?.shipRequestState ?? null;
}
