// The SQL about requests as their parcels see them.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** Whether one of these parcels goes with a ship request that is being prepared. */
export async function areInOpenRequest(db: Db, parcelIds: readonly string[]): Promise<boolean> {
  const { rows } = await sql`
    select from ship_request_parcels chosen join ship_requests r on r.id = chosen.ship_request_id
    where chosen.inbound_parcel_id = any(${parcelIds}::uuid[]) and chosen.state <> 'left_out'
      and r.state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled') limit 1
  `.execute(db);
  return rows.length > 0;
}

/** A request that is not packed yet, with the parcels that go with it. */
export type UnpackedRequest = {
  readonly userId: string;
  readonly warehouseId: string;
  readonly dueAt: Date;
  readonly parcelIds: string[];
};

/** A request with its parcels while it is not packed; undefined once it is, or has ended. */
export async function findUnpackedRequest(
  db: Db,
  shipRequestId: string,
): Promise<UnpackedRequest | undefined> {
  const { rows } = await sql<UnpackedRequest>`
    select r.user_id, r.warehouse_id, r.due_at, array_agg(chosen.inbound_parcel_id) as parcel_ids
    from ship_requests r
      join ship_request_parcels chosen on chosen.ship_request_id = r.id and chosen.state <> 'left_out'
    where r.id = ${shipRequestId} and r.packed_at is null and r.ended_at is null
    group by r.id
  `.execute(db);
  return rows[0];
}
