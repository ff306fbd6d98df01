import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** A sentence for each package of manifests whose request, parcels, legs, label or charges do not agree with its state. */
export async function handOverFaults(db: Db, userId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with listed as (
      select listed.id, listed.state, requests.state as request_state, requests.package_id, requests.id as request_id,
        labels.tracking_number
      from manifest_packages listed
      join ship_requests requests on requests.id = listed.ship_request_id
      join labels on labels.id = listed.label_id
      where (${userId}::uuid is null or requests.user_id = ${userId})
    )
    select listed.id || ' is ' || listed.state || ': ' || fault as fault from listed cross join lateral (values
      ('its request is ' || request_state, state = 'handed_over' and request_state <> 'handed_over'),
      ('something is held', state = 'handed_over'
        and exists (select from holds where ship_request_id = request_id and holds.state = 'held')),
      ('nothing was charged', state = 'handed_over' and not exists (
        select from holds where ship_request_id = request_id and holds.state = 'settled' and holds.type = 'shipping_fee')),
      ('a parcel in its box has not departed', state = 'handed_over' and exists (
        select from ship_request_parcels c join inbound_parcels i on i.id = c.inbound_parcel_id
        where c.ship_request_id = request_id and c.state = 'in_box' and i.state <> 'departed')),
      ('its leg does not move under its number', state = 'handed_over' and not exists (
        select from shipping_legs where package_id = listed.package_id
          and shipping_legs.tracking_number = listed.tracking_number and shipping_legs.status <> 'pending')),
      ('its number is not followed', state = 'handed_over' and not exists (
        select from shipping_legs join tracker_uses on tracker_uses.leg_id = shipping_legs.id and until is null
        where shipping_legs.package_id = listed.package_id)),
      ('its customer was not notified once', state = 'handed_over' and (
        select count(*) from notifications where kind = 'package_moved' and subject_id = listed.package_id) <> 1)
    ) faults (fault, is_wrong) where is_wrong
    union all
    select transactions.id || ' was given back above its amount' from transactions
    where (${userId}::uuid is null or transactions.user_id = ${userId}) and amount_cents < (
      select coalesce(sum(refunds.amount_cents), 0) from transactions refunds
      where refunds.type = 'refund' and refunds.metadata ? 'refunds'
        and refunds.metadata ->> 'refunds' = transactions.id::text)
  `.execute(db);
  return rows.map(({ fault }) => fault);
}
