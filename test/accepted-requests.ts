// Packages whose ship request was accepted, written as rows, for tests and measurements of what follows.
import { sql } from "kysely";
import { atomically, type Db } from "#platform/server/db/open.ts";

/** What each package costs, in cents. */
export const acceptedCents = { freight: 1500, storage: 120, box: 60, extra: 140 } as const;
export const acceptedTotalCents =
  acceptedCents.freight + acceptedCents.storage + acceptedCents.box + acceptedCents.extra;

type Wanted = {
  readonly userIds: readonly string[];
  readonly warehouseId: string;
  /** For each customer. */
  readonly packagesPerCustomer?: number;
  readonly serviceCode?: string;
  readonly recipient?: Readonly<Record<string, string>>;
  /** What each wallet has besides what is held. */
  readonly spareCents?: number;
  readonly parcelsPerPackage?: number;
  readonly at?: Date;
};

/** The requests as they were inserted, in the order of their customers. */
export type AcceptedRequest = {
  readonly id: string;
  readonly number: bigint;
  readonly packageId: string;
  readonly userId: string;
};

const defaultRecipient = {
  name: "Chan Wai",
  latinName: "",
  phone: "+44 20 7946 0018",
  address: "Flat 12B, 48 Long Acre",
  addressLine2: "",
  importerReference: "",
  city: "London",
  state: "",
  postalCode: "WC2E 9LP",
};

async function insertPackages(db: Db, wanted: Wanted, at: Date): Promise<AcceptedRequest[]> {
  const { userIds, warehouseId, packagesPerCustomer = 1, serviceCode = "hk-post-air" } = wanted;
  const recipient = JSON.stringify(wanted.recipient ?? defaultRecipient);
  const { rows } = await sql<AcceptedRequest>`
    with customers as (
      select id, place from unnest(${userIds}::uuid[]) with ordinality as people (id, place)
    ), added as (
      insert into packages (user_id, tracking_number, origin, destination, status, stage, ship_request_state,
        parcels_count, parcels_here_count, final_weight_grams, created_at, updated_at)
      select id, 'SF4' || lpad(((select count(*) from packages) + row_number() over ())::text, 10, '0'),
        'China', 'United Kingdom', 'processing', 'packed', 'accepted', ${wanted.parcelsPerPackage ?? 4},
        ${wanted.parcelsPerPackage ?? 4}, 2350, ${at}, ${at}
      from customers, generate_series(1, ${packagesPerCustomer}::int) order by place
      returning id, user_id
    ), requests as (
      insert into ship_requests (user_id, package_id, warehouse_id, state, payment_mode, service_code, country_code,
        recipient, due_at, note, packed_grams, packed_length_mm, packed_width_mm, packed_height_mm, packed_by, packed_at,
        hold_round, created_by, created_at, updated_at)
      select user_id, id, ${warehouseId}, 'accepted', 'quote_first', ${serviceCode}, 'GB', ${recipient}::jsonb, ${at},
        '', 2350, 300, 200, 150, user_id, ${at}, 1, user_id, ${at}, ${at}
      from added
      returning id, number, package_id, user_id
    ) select * from requests order by number
  `.execute(db);
  return rows;
}

async function insertContents(db: Db, ids: readonly string[], wanted: Wanted, at: Date) {
  await sql`
    insert into shipping_legs (package_id, leg_number, origin, destination, carrier, carrier_code, status, status_source,
      status_since, departed_at, arrived_at, created_at, updated_at)
    select package_id, leg, (array['China', 'Hong Kong'])[leg], (array['Hong Kong', 'United Kingdom'])[leg],
      (array[null, 'Hong Kong Post'])[leg], (array[null, 'hk-post'])[leg], (array['delivered', 'pending'])[leg], 'route',
      ${at}, case leg when 1 then ${at}::timestamptz end, case leg when 1 then ${at}::timestamptz end, ${at}, ${at}
    from ship_requests, generate_series(1, 2) leg where id = any(${ids}::uuid[])
  `.execute(db);
  await sql`
    with parcels as (
      insert into inbound_parcels (warehouse_id, user_id, package_id, tracking_number, source, state, description,
        declared_value_minor, declared_currency, received_at, weight_grams, created_at, updated_at)
      select warehouse_id, user_id, package_id, 'YT9' || lpad((random() * 9999999999)::bigint::text, 10, '0'),
        'declared', 'packed', 'Tea cups', 12900, 'CNY', ${at}, 550, ${at}, ${at}
      from ship_requests, generate_series(1, ${wanted.parcelsPerPackage ?? 4}::int)
      where id = any(${ids}::uuid[])
      returning id, package_id
    ), goods as (
      insert into goods_items (inbound_parcel_id, position, description, description_original, quantity,
        unit_value_minor, currency, hs_code, hs_code_source, origin_code, merchant_product_id,
        manufacturer_product_id, standard_product_id, flags, battery)
      select id, 1, 'Tea cups', '', 1, 12900, 'CNY', '691110', 'staff', 'CN', '', '', '', '{}', 'none' from parcels
    )
    insert into ship_request_parcels (ship_request_id, inbound_parcel_id, state, scanned_by, scanned_at)
    select requests.id, parcels.id, 'in_box', requests.user_id, ${at}
    from parcels join ship_requests requests on requests.package_id = parcels.package_id
  `.execute(db);
}

async function insertMoney(db: Db, ids: readonly string[], wanted: Wanted, at: Date) {
  const { freight, storage, box, extra } = acceptedCents;
  const spare = wanted.spareCents ?? 0;
  await sql`
    insert into ledger_postings (idempotency_key, request, user_id, type, amount_cents, metadata, at)
    select 'deposit:' || gen_random_uuid(), '{}', user_id, 'admin_credit', count(*) * ${acceptedTotalCents} + ${spare},
      '{"reason": "To begin with"}', ${at}
    from ship_requests where id = any(${ids}::uuid[]) group by user_id
  `.execute(db);
  await sql`
    insert into quotes (user_id, package_id, ship_request_id, basis, service_id, service_code, inputs, lines,
      freight_cents, storage_cents, service_cents, extra_service_cents, total_cents, created_at, valid_until, ended, ended_at)
    select requests.user_id, requests.package_id, requests.id, 'packed', services.id, services.code, '{}',
      '[{"kind": "freight"}]', ${freight}, ${storage}, ${box}, ${extra}, ${acceptedTotalCents}, ${at},
      ${at}::timestamptz + interval '7 days', 'accepted', ${at}
    from ship_requests requests
    join shipping_services services on services.code = requests.service_code and services.version = 1
    where requests.id = any(${ids}::uuid[])
  `.execute(db);
  await sql`
    update ship_requests set quote_id = quotes.id from quotes
    where quotes.ship_request_id = ship_requests.id and ship_requests.id = any(${ids}::uuid[])
  `.execute(db);
  // Whether the suggestion was accepted does not matter here.
  await sql`
    insert into extra_services (code, names, per, price_cents, free_plans, promised_hours, needs_images, can_refuse,
      valid_from, source, created_by, created_at, updated_at)
    select content ->> 'code', content -> 'names', content ->> 'per', (content ->> 'priceCents')::integer, '{}',
      (content ->> 'promisedHours')::integer, false, false, source_day, source, gen_random_uuid(), ${at}, ${at}
    from suggestions where code = 'extra-service-priority-packing'
    on conflict do nothing
  `.execute(db);
  await sql`
    insert into extra_service_requests (code, user_id, ship_request_id, package_id, quantity, unit_cents, price_cents,
      state, due_at, created_by, created_at, ended_by, ended_at)
    select 'priority_packing', user_id, id, package_id, 1, ${extra}, ${extra}, 'done', ${at},
      user_id, ${at}, user_id, ${at}
    from ship_requests where id = any(${ids}::uuid[])
  `.execute(db);
  await sql`
    with wanted as (
      select requests.id as request_id, requests.user_id, requests.package_id, kinds.*, gen_random_uuid() as transaction_id,
        case kinds.name when 'extra_service' then 'extra_service:' || orders.id
          else kinds.name || ':' || requests.id || ':1' end as key
      from ship_requests requests
      join extra_service_requests orders on orders.ship_request_id = requests.id
      cross join (values ('freight', 'shipping_fee', 'shipping', ${freight}::int), ('storage', 'storage_fee', 'storage', ${storage}),
        ('box', 'service_fee', 'box', ${box}), ('extra_service', 'service_fee', 'extra_service', ${extra})
      ) kinds (name, type, reason_code, amount)
      where requests.id = any(${ids}::uuid[])
    ), held as (
      insert into holds (user_id, transaction_id, type, amount_cents, reason, package_id, ship_request_id,
        idempotency_key, held_by, held_at)
      select user_id, transaction_id, type, amount, reason_code, package_id, request_id, key, user_id, ${at} from wanted
      returning id, transaction_id
    )
    insert into transactions (id, user_id, type, amount_cents, status, created_at, metadata)
    select wanted.transaction_id, user_id, type, amount, 'pending', ${at}, jsonb_build_object('reason', null,
      'reasonCode', reason_code, 'shipRequestId', request_id, 'packageId', package_id, 'holdId', held.id, 'heldBy', user_id)
    from wanted join held on held.transaction_id = wanted.transaction_id
  `.execute(db);
  await sql`
    update extra_service_requests set hold_id = holds.id from holds
    where holds.idempotency_key = 'extra_service:' || extra_service_requests.id
      and extra_service_requests.ship_request_id = any(${ids}::uuid[])
  `.execute(db);
}

/**
 * Inserts packages of customers, packed, accepted and paid by holds: freight, storage, the box and an extra service. Each has
 * parcels in its box, and a leg to the warehouse that was delivered before the one that leaves it.
 */
export async function insertAcceptedRequests(db: Db, wanted: Wanted): Promise<AcceptedRequest[]> {
  const at = wanted.at ?? new Date();
  return await atomically(db, async (inner) => {
    const requests = await insertPackages(inner, wanted, at);
    const ids = requests.map(({ id }) => id);
    await insertContents(inner, ids, wanted, at);
    await insertMoney(inner, ids, wanted, at);
    return requests;
  });
}
