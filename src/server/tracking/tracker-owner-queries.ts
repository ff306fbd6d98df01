// The SQL about whose a followed number is.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

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
