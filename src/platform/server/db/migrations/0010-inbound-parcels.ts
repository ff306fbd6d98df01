import { sql, type Kysely } from "kysely";

/** Warehouses, member codes, inbound parcels with their history, and the fulfilment stage of packages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table warehouses (
      id uuid primary key default gen_random_uuid(),
      code text not null unique check (code ~ '^[A-Z0-9]{2,8}$'),
      name text not null check (char_length(name) between 1 and 60),
      kind text not null check (kind in ('hub', 'intake')),
      country text not null check (country ~ '^[A-Z]{2}$'),
      address jsonb not null,
      receiver_name_pattern text not null check (receiver_name_pattern like '%{code}%'),
      phone text not null,
      postal_code text not null,
      time_zone text not null,
      opening_hours jsonb not null,
      closed_days date[] not null default '{}',
      is_active boolean not null default true,
      is_sample boolean not null default false,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    comment on column warehouses.address is
      'Province, city, district and street in each language, as the address forms of shops ask for them.';
    comment on column warehouses.opening_hours is
      'For each weekday from Monday on: null, or opening and closing time such as 09:00.';
    comment on column warehouses.is_sample is
      'Shown in the sandbox only, with an address to which nothing can be sent.';

    create table member_codes (
      user_id uuid primary key references profiles (id),
      code text not null unique check (code ~ '^[2-9A-HJKMNP-Z]{7}$'),
      created_at timestamptz not null
    );
    comment on table member_codes is 'A code is never given to anybody else, also after its account is closed.';

    create function random_label_code() returns text language sql volatile
      return (select string_agg(substr('23456789ABCDEFGHJKMNPQRSTUVWXYZ', 1 + floor(random() * 31)::int, 1), '')
        from generate_series(1, 8));

    create table inbound_parcels (
      id uuid primary key default gen_random_uuid(),
      warehouse_id uuid references warehouses (id),
      label_code text not null unique default random_label_code() check (label_code ~ '^[2-9A-HJKMNP-Z]{8}$'),
      user_id uuid references profiles (id),
      package_id uuid references packages (id),
      tracking_number text check (tracking_number ~ '^[A-Z0-9-]{4,60}$'),
      piece integer not null default 1 check (piece between 1 and 99),
      carrier_code text references carriers (code),
      carrier_confidence text check (carrier_confidence in ('given', 'certain', 'likely', 'possible')),
      source text not null check (source in ('declared', 'scanned')),
      state text not null check (
        state in ('expected', 'received', 'packed', 'departed', 'returned', 'disposed', 'cancelled')
      ),
      shop text not null default '',
      order_reference text not null default '',
      description text not null default '',
      declared_value_minor bigint check (declared_value_minor between 1 and 100000000000),
      declared_currency text check (declared_currency ~ '^[A-Z]{3}$'),
      courier_delivered_at timestamptz,
      received_at timestamptz,
      received_by uuid references profiles (id),
      idempotency_key uuid,
      request_hash bytea,
      searched_text text generated always as (
        upper(coalesce(tracking_number, '') || ' ' || label_code || ' ' || regexp_replace(order_reference, '\\s', '', 'g'))
      ) stored not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz not null,
      check (tracking_number is not null or source = 'scanned'),
      check ((carrier_code is null) = (carrier_confidence is null)),
      check ((declared_value_minor is null) = (declared_currency is null)),
      check (user_id is not null or package_id is null),
      check (state <> 'cancelled' or package_id is null)
    );
    comment on table inbound_parcels is
      'Parcels on their way to a warehouse or in it. Without a user: the owner is unknown.';
    comment on column inbound_parcels.searched_text is
      'What staff search: the number, the code of the label, and the order reference without spaces.';
    comment on column inbound_parcels.warehouse_id is
      'Null while no warehouse was entered when the parcel was declared.';
    comment on column inbound_parcels.received_at is
      'Null also for parcels of packages that had departed before inbound parcels were recorded.';
    -- Declaring a number again finds the parcel that is open.
    create unique index inbound_parcels_open on inbound_parcels (user_id, tracking_number, piece)
      where state in ('expected', 'received', 'packed');
    create index inbound_parcels_of_user on inbound_parcels (user_id, created_at desc, id desc) include (state);
    create index inbound_parcels_of_package on inbound_parcels (package_id) where package_id is not null;
    create index inbound_parcels_of_request on inbound_parcels (user_id, idempotency_key)
      where idempotency_key is not null;

    -- The lists and searches of staff, in the way of those of packages.
    create index inbound_parcels_newest on inbound_parcels (created_at desc, id desc) include (searched_text);
    create index inbound_parcels_awaited on inbound_parcels (created_at desc, id desc) where state = 'expected';
    create index inbound_parcels_here on inbound_parcels (created_at desc, id desc)
      where state in ('received', 'packed');
    create index inbound_parcels_gone on inbound_parcels (created_at desc, id desc)
      where state not in ('expected', 'received', 'packed');
    create index inbound_parcels_unmatched on inbound_parcels (created_at desc, id desc)
      where state in ('received', 'packed') and user_id is null;
    create index member_codes_parts on member_codes using gin (code gin_trgm_ops);

    create table inbound_parcel_events (
      id bigint generated always as identity primary key,
      inbound_parcel_id uuid not null references inbound_parcels (id),
      kind text not null check (kind in (
        'declared', 'declaration_changed', 'put_into_package', 'taken_out', 'received', 'departed',
        'cancelled', 'rejected', 'migrated'
      )),
      package_id uuid,
      actor_id uuid,
      by_staff boolean not null,
      created_at timestamptz not null
    );
    create index inbound_parcel_events_of_parcel on inbound_parcel_events (inbound_parcel_id, id);
    create trigger inbound_parcel_events_are_append_only before update on inbound_parcel_events
      for each row execute function prevent_history_change();
    create trigger inbound_parcel_events_are_never_deleted before delete on inbound_parcel_events
      for each row execute function prevent_history_change();
    create trigger inbound_parcel_events_are_never_emptied before truncate on inbound_parcel_events
      for each statement execute function prevent_history_change();

    alter table packages
      add column stage text not null default 'gathering' check (stage in (
        'gathering', 'ready', 'requested', 'packing', 'waiting_for_customer', 'packed', 'handed_over',
        'on_the_way', 'delivered', 'ended'
      )),
      add column parcels_count integer not null default 0 check (parcels_count >= 0),
      add column parcels_here_count integer not null default 0 check (parcels_here_count >= 0),
      add column plan_max_weight_grams integer check (plan_max_weight_grams > 0);
    comment on column packages.stage is
      'Where the package is in the warehouse, derived from status, legs and parcels in the same transaction.';
    comment on column packages.parcels_here_count is
      'How many of the parcels_count inbound parcels that it gathers are no longer awaited.';
    comment on column packages.plan_max_weight_grams is
      'The limit of the plan for which the package was added; null where none applied or it is not known.';
  `.execute(db);
  await giveMemberCodes(db);
  await migratePackages(db);
  await sql`
    create function record_inbound_parcels_changes() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from changed limit 1001) as first_rows) > 1000 then
        insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
          on conflict do nothing;
      else
        insert into changes (user_id, topic, subject_id)
          select user_id, 'inbound_parcel', id from changed
          on conflict do nothing;
      end if;
      return null;
    end $$;
    create trigger inbound_parcels_record_inserts after insert on inbound_parcels
      referencing new table as changed
      for each statement execute function record_inbound_parcels_changes();
    create trigger inbound_parcels_record_updates after update on inbound_parcels
      referencing new table as changed
      for each statement execute function record_inbound_parcels_changes();
    -- Also for whom a parcel no longer belongs to.
    create trigger inbound_parcels_record_previous after update on inbound_parcels
      referencing old table as changed
      for each statement execute function record_inbound_parcels_changes();
  `.execute(db);
}

/**
 * Each package from China or Hong Kong gets the parcel that it stands for; of two open ones with one number, the older.
 * The label codes are chosen before, since two of a million random ones are likely to be equal.
 */
async function migratePackages(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table packages disable trigger packages_record_updates;
    -- Built again below, where those of inbound parcels are built too, since adding each row to them takes far longer.
    drop index packages_tracking_number_sixes, packages_tracking_number_months;

    with moved as materialized (
      select package_id,
        bool_or(origin = 'China' and destination = 'Hong Kong') as to_warehouse,
        bool_or(not (origin = 'China' and destination = 'Hong Kong')) as elsewhere
      from shipping_legs where status in ('in_transit', 'delivered') group by package_id
    ), judged as materialized (
      select packages.*, gen_random_uuid() as parcel_id, moved.package_id is not null as has_moved,
        coalesce(moved.elsewhere or moved.to_warehouse and packages.destination = 'Hong Kong', false) as has_left,
        case when origin = 'Singapore' then null
          when status in ('cancelled', 'voided') then 'cancelled'
          when moved.package_id is not null or status in ('in_transit', 'delivered') then 'departed'
          else 'expected' end as parcel_state
      from packages left join moved on moved.package_id = packages.id
    ), numbered as materialized (
      select *, row_number() over (order by created_at, id) as place from (
        select *, row_number() over (
          partition by user_id, tracking_number, parcel_state order by created_at, id) as occurrence
        from judged where parcel_state is not null
      ) as counted where parcel_state <> 'expected' or occurrence = 1
    ), label_codes as materialized (
      select code, row_number() over () as place from (
        select distinct random_label_code() as code
        from generate_series(1, (select count(*) + 1000 from numbered))
      ) as codes
    ), added as (
      insert into inbound_parcels
        (id, label_code, user_id, package_id, tracking_number, source, state, created_at, updated_at)
      select parcel_id, code, user_id, case when parcel_state <> 'cancelled' then id end, tracking_number,
        'declared', parcel_state, created_at, now()
      from numbered join label_codes using (place)
    ), recorded as (
      insert into inbound_parcel_events (inbound_parcel_id, kind, package_id, by_staff, created_at)
      select parcel_id, 'migrated', id, true, now() from numbered order by place
    ), staged as (
      select judged.id, case
          when judged.status in ('cancelled', 'voided') then 'ended'
          when judged.status = 'delivered' then 'delivered'
          when judged.parcel_state = 'departed' or judged.has_left
            or judged.status = 'in_transit' and not judged.has_moved then 'on_the_way'
          else 'gathering' end as stage,
        (numbered.id is not null and numbered.parcel_state <> 'cancelled')::int as parcels_count,
        (numbered.id is not null and numbered.parcel_state = 'departed')::int as parcels_here_count
      from judged left join numbered using (id)
    )
    update packages set stage = staged.stage, parcels_count = staged.parcels_count,
      parcels_here_count = staged.parcels_here_count
    from staged where staged.id = packages.id and (staged.stage <> 'gathering' or staged.parcels_count > 0);

    create index inbound_parcels_sixes on inbound_parcels
      using gin (tracking_number_parts(searched_text)) with (fastupdate = off);
    create index inbound_parcels_months on inbound_parcels
      using gin (parts_of_month(searched_text, month_number(created_at))) with (fastupdate = off);
    create index packages_tracking_number_sixes on packages
      using gin (tracking_number_parts(tracking_number)) with (fastupdate = off);
    create index packages_tracking_number_months on packages
      using gin (parts_of_month(tracking_number, month_number(created_at))) with (fastupdate = off);
    alter table packages enable trigger packages_record_updates;
  `.execute(db);
}

/** Every account gets a code of six random characters and their check character; a code that is taken is drawn again. */
async function giveMemberCodes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function random_member_code() returns text language plpgsql volatile as $$
    declare
      alphabet constant text := '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
      code text := '';
      position int;
      total int := 0;
    begin
      for place in 1..6 loop
        position := floor(random() * 31);
        code := code || substr(alphabet, position + 1, 1);
        total := total + place * position;
      end loop;
      return code || substr(alphabet, total % 31 + 1, 1);
    end $$;
    do $$ begin
      loop
        insert into member_codes (user_id, code, created_at)
          select id, random_member_code(), now() from profiles
          where closed_at is null and id not in (select user_id from member_codes)
          on conflict do nothing;
        exit when not found;
      end loop;
    end $$;
    drop function random_member_code();
  `.execute(db);
}
