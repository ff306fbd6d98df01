// The SQL about parcels whose free storage ends soon or has ended.
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

export type DueParcel = {
  readonly id: string;
  readonly userId: string;
  readonly freeUntil: string;
  readonly daysLeft: number;
};

/**
 * The parcels of the next `limit` customers after `afterUserId` that lie where it is `hour` o'clock or later and have at
 * most `mostDaysLeft` free days left, customer by customer. Suspended and closed accounts are left out, and so is what should
 * have been packed by now, whose clock stands still.
 */
export async function listDueParcels(
  db: Db,
  after: { readonly userId: string; readonly limit: number },
  due: { readonly hour: number; readonly mostDaysLeft: number; readonly now: Date },
): Promise<DueParcel[]> {
  const { rows } = await sql<DueParcel>`
    with open as (
      select id, local::date as today from (
        select id, ${due.now}::timestamptz at time zone time_zone as local from warehouses
      ) clocks where extract(hour from local) >= ${due.hour}
    ), due as (
      select p.id, p.user_id, p.free_until, p.free_until - open.today as days_left
      from inbound_parcels p join open on open.id = p.warehouse_id
      where p.state in ('received', 'packed') and p.free_until is not null
        and p.free_until <= open.today + ${due.mostDaysLeft}::int and p.user_id > ${after.userId}
        and not exists (
          select from ship_request_parcels chosen join ship_requests r on r.id = chosen.ship_request_id
          where chosen.inbound_parcel_id = p.id and chosen.state <> 'left_out' and r.packed_at is null
            and r.ended_at is null and r.due_at < ${due.now}
        )
    ), customers as (
      select distinct due.user_id from due join profiles on profiles.id = due.user_id
      where profiles.suspended_at is null and profiles.closed_at is null
      order by due.user_id limit ${after.limit}
    )
    select due.* from due join customers using (user_id) order by user_id, id
  `.execute(db);
  return rows;
}
