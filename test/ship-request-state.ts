import { sql } from "kysely";
import type { PackingDesk } from "./ship-requests.ts";
import type { TestPerson } from "./users.ts";

/** What a customer has of everything, without ids and times. */
export async function shipRequestState(
  { app }: Pick<PackingDesk, "app">,
  { userId }: TestPerson,
): Promise<unknown> {
  const { rows } = await sql`
    select jsonb_build_object(
      'requests', (select jsonb_agg(concat_ws(' ', state, waiting_reason, payment_mode, cap_cents, service_code, hold_round,
          packed_grams, recipient ->> 'name', recipient ->> 'address') order by number) from ship_requests where user_id = ${userId}),
      'events', (select jsonb_agg(kind order by e.id) from events e
        join ship_requests r on r.id = e.subject_id where r.user_id = ${userId}),
      'chosen', (select jsonb_agg(c.state order by c.state) from ship_request_parcels c
        join ship_requests r on r.id = c.ship_request_id where r.user_id = ${userId}),
      'photos', (select count(*) from files where owner_id in (select id from ship_requests where user_id = ${userId}
        union all select id from extra_service_requests where user_id = ${userId})),
      'quotes', (select jsonb_agg(concat_ws(' ', service_code, total_cents, ended) order by service_code, total_cents, ended)
        from quotes where user_id = ${userId}),
      'orders', (select jsonb_agg(concat_ws(' ', code, state, shortfall_cents) order by code, state)
        from extra_service_requests where user_id = ${userId}),
      'holds', (select jsonb_agg(concat_ws(' ', type, amount_cents, state) order by type, amount_cents, state)
        from holds where user_id = ${userId}),
      'wallet', (select concat_ws(' ', balance_cents, held_cents) from ledger_accounts where user_id = ${userId}),
      'profile', (select concat_ws(' ', package_quota, full_name, address, country) from profiles where id = ${userId}),
      'packages', (select jsonb_agg(concat_ws(' ', status, stage, final_weight_grams, parcels_count,
          (select string_agg(concat_ws(' ', l.origin, l.destination, l.status), ', ' order by leg_number)
            from shipping_legs l where l.package_id = p.id)) order by p.created_at, p.stage)
        from packages p where user_id = ${userId}),
      'parcels', (select jsonb_agg(concat_ws(' ', state, package_id is null) order by state, package_id is null)
        from inbound_parcels where user_id = ${userId}),
      'notified', (select jsonb_agg(concat_ws(' ', kind, payload ->> 'variant') order by id) from notifications
        where user_id = ${userId} and (kind like 'ship_request%' or kind like 'extra_service%'))
    ) as state
  `.execute(app.database.kysely);
  return rows[0];
}
