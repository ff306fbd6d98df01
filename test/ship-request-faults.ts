import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** A sentence for each ship request whose package, parcels, quotes, history or holds do not agree with its state. */
export async function shipRequestFaults(db: Db, userId: string | null = null): Promise<string[]> {
  const { rows } = await sql<{ fault: string }>`
    with own as (
      select r.*, coalesce(held.amount, 0) as held, coalesce(held.of_extras, 0) as held_for_extras, q.total_cents,
        q.extra_service_cents, q.ended as quote_ended, p.ship_request_state
      from ship_requests r left join packages p on p.id = r.package_id left join quotes q on q.id = r.quote_id
        left join lateral (
          select sum(amount_cents)::bigint as amount,
            sum(amount_cents) filter (where idempotency_key like 'extra_service:%')::bigint as of_extras
          from holds where holds.ship_request_id = r.id and state = 'held'
        ) held on true
      where ${userId}::uuid is null or r.user_id = ${userId}
    )
    select own.id || ' is ' || own.state || ': ' || fault as fault from own cross join lateral (values
      ('its package says ' || coalesce(ship_request_state, 'nothing'),
        state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled')
        and ship_request_state is distinct from state),
      ('it holds ' || held, state in ('cancelled', 'shelved') and held <> 0),
      ('it holds ' || held || ' for a quote of ' || coalesce(total_cents, 0),
        state in ('accepted', 'labelled')
        and held - held_for_extras is distinct from total_cents - extra_service_cents),
      ('its quote is ' || coalesce(quote_ended, 'open'),
        state in ('accepted', 'labelled') and quote_ended is distinct from 'accepted'),
      ('it has an open quote', state not in ('packed', 'waiting_for_customer')
        and exists (select from quotes where ship_request_id = own.id and ended is null)),
      ('a parcel in its box is not packed', packed_at is not null and state in ('waiting_for_customer', 'accepted', 'labelled')
        and exists (select from ship_request_parcels c join inbound_parcels i on i.id = c.inbound_parcel_id
          where c.ship_request_id = own.id and c.state = 'in_box' and i.state <> 'packed')),
      ('it was accepted more often than it was packed or quoted anew', (
          select count(*) filter (where kind = 'accepted') > count(*) filter (where kind in ('box_closed', 'quoted_anew', 'requested'))
          from events where subject_id = own.id)),
      ('it owes without a shortfall', state in ('cancelled', 'shelved') and exists (
          select from extra_service_requests e join holds h on h.id = e.hold_id
          where e.ship_request_id = own.id and e.state = 'done' and h.state = 'released' and e.shortfall_cents = 0)),
      ('an extra service is ' || state || ' and held all the same', exists (
          select from extra_service_requests e join holds h on h.id = e.hold_id
          where e.ship_request_id = own.id and e.state in ('refused', 'cancelled') and h.state = 'held'))
    ) faults (fault, is_wrong) where is_wrong
    union all
    select p.id || ' says ' || p.ship_request_state || ' without a request' from packages p
    where p.ship_request_state not in ('handed_over') and (${userId}::uuid is null or p.user_id = ${userId})
      and not exists (select from ship_requests r where r.package_id = p.id and r.state = p.ship_request_state)
  `.execute(db);
  return rows.map(({ fault }) => fault);
}

/** Throws an Error with every fault of the database's ship requests. */
export async function requireSoundShipRequests(db: Db): Promise<void> {
  const faults = await shipRequestFaults(db);
  if (faults.length > 0) throw new Error(faults.join("\n"));
}
