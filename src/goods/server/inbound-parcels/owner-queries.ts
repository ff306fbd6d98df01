// The SQL about whose a parcel is.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Whether somebody has an open claim of one of these numbers, or has declared it. */
export async function isNumberOf(
  db: Db,
  userId: string,
  trackingNumbers: readonly string[],
): Promise<boolean> {
  const { rows } = await sql`
    select from inbound_parcel_claims
    where user_id = ${userId} and state = 'open' and tracking_number = any(${trackingNumbers}::text[])
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
      where claims.user_id = ${userId} and claims.state = 'open' and claims.tracking_number = p.tracking_number
      union all
      select from inbound_parcels declared
      where declared.user_id = ${userId} and declared.tracking_number = p.tracking_number
    ) then ${userId}::uuid end) as owner_id
    from inbound_parcels p where p.id = any(${parcelIds}::uuid[])
  `.execute(db);
  return rows;
}
