import { sql, type Kysely } from "kysely";

/** Ship requests with their parcels, quotes, boxes, extra services and photos. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createExtraServices(db);
  await createShipRequests(db);
  await createQuotes(db);
  await extendTables(db);
  await recordChanges(db);
}

async function createExtraServices(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table boxes (
      id uuid primary key default gen_random_uuid(),
      warehouse_id uuid references warehouses (id),
      name text not null check (char_length(name) between 1 and 60),
      length_mm integer not null check (length_mm between 1 and 3000),
      width_mm integer not null check (width_mm between 1 and 3000),
      height_mm integer not null check (height_mm between 1 and 3000),
      empty_grams integer not null check (empty_grams between 0 and 100000),
      price_cents integer not null check (price_cents between 0 and 1000000),
      is_active boolean not null default true,
      valid_from date not null,
      source text not null check (char_length(source) between 1 and 200),
      version integer not null default 1 check (version >= 1),
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    comment on table boxes is 'Sizes of boxes; what is quoted keeps its own price.';
    comment on column boxes.warehouse_id is 'null: in every warehouse.';
    comment on column boxes.length_mm is 'The sides are inner ones.';
    comment on column boxes.valid_from is 'Since when the price holds, and source says why or from where.';
    insert into boxes
      (name, length_mm, width_mm, height_mm, empty_grams, price_cents, valid_from, source, created_at, updated_at)
    select name, length, width, height, grams, price, '2026-11-01', 'The first prices', now(), now()
    from (values
      ('Small', 200, 150, 100, 80, 30), ('Medium', 300, 200, 150, 180, 60), ('Large', 400, 300, 250, 400, 120),
      ('Extra large', 600, 400, 400, 900, 250)
    ) first_boxes (name, length, width, height, grams, price);

    create table extra_services (
      code text primary key check (code ~ '^[a-z][a-z0-9]*(_[a-z0-9]+)*$' and char_length(code) <= 40),
      names jsonb not null check (jsonb_typeof(names) = 'object'),
      per text not null check (per in ('inbound_parcel', 'package', 'photo', 'kilogram')),
      price_cents integer not null check (price_cents between 0 and 1000000),
      free_plans text[] not null default '{}',
      promised_hours integer not null check (promised_hours between 1 and 720),
      needs_images boolean not null,
      can_refuse boolean not null,
      is_active boolean not null default true,
      valid_from date not null,
      source text not null check (char_length(source) between 1 and 200),
      version integer not null default 1 check (version >= 1),
      created_by uuid,
      created_at timestamptz not null,
      updated_at timestamptz not null
    );
    comment on table extra_services is 'Priced work on a parcel or package; what is ordered keeps its own price.';
    comment on column extra_services.names is 'By language.';
    comment on column extra_services.free_plans is 'Plans with which it costs nothing.';
    insert into extra_services
      (code, names, per, price_cents, promised_hours, needs_images, can_refuse, valid_from, source, created_at, updated_at)
    select code, jsonb_build_object('en', en, 'zh-Hant-HK', hant, 'zh-Hans', hans), per, price, hours, images, refusable,
      '2026-11-01', 'Usual prices of forwarders in Hong Kong and China, 2026', now(), now()
    from (values
      ('detail_photo', 'Detail photo', '細節照片', '细节照片', 'photo', 25, 24, true, true),
      ('contents_check', 'Count and check the contents', '清點及檢查內容', '清点并检查内容', 'inbound_parcel', 140, 48, true, true),
      ('function_test', 'Switch on and test', '通電測試', '通电测试', 'inbound_parcel', 200, 48, true, true),
      ('remove_packaging', 'Remove the seller’s packaging', '拆除賣家包裝', '拆除卖家包装', 'inbound_parcel', 50, 48, false, true),
      ('bubble_wrap', 'Bubble wrap', '氣泡紙包裝', '气泡膜包裹', 'package', 110, 48, false, false),
      ('stretch_film', 'Stretch film', '纏繞膜', '缠绕膜', 'package', 60, 48, false, false),
      ('wooden_frame', 'Wooden frame', '木架加固', '木架加固', 'package', 550, 72, true, true),
      ('priority_packing', 'Priority packing', '優先打包', '优先打包', 'package', 140, 12, false, false),
      ('unpack', 'Take a packed box apart', '拆開已打包的箱子', '拆开已打包的箱子', 'package', 150, 48, false, false)
    ) first_services (code, en, hant, hans, per, price, hours, images, refusable);
  `.execute(db);
}

async function createShipRequests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ship_requests (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id),
      package_id uuid references packages (id) on delete set null,
      warehouse_id uuid not null references warehouses (id),
      state text not null check (state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted',
        'labelled', 'handed_over', 'cancelled', 'shelved')),
      waiting_reason text check (waiting_reason in ('price', 'over_cap', 'over_plan', 'top_up', 'missing', 'lane_closed')),
      waiting_since timestamptz,
      payment_mode text not null check (payment_mode in ('quote_first', 'automatic_up_to_cap')),
      service_code text,
      cap_cents integer check (cap_cents between 1 and 1000000),
      quote_id uuid,
      country_code text not null check (country_code ~ '^[A-Z]{2}$'),
      recipient jsonb not null check (jsonb_typeof(recipient) = 'object'),
      is_priority boolean not null default false,
      due_at timestamptz not null,
      note text not null default '' check (char_length(note) <= 500),
      packer_id uuid,
      packer_active_at timestamptz,
      box_id uuid references boxes (id),
      packed_grams integer check (packed_grams between 1 and 100000),
      packed_length_mm integer check (packed_length_mm between 1 and 3000),
      packed_width_mm integer check (packed_width_mm between 1 and 3000),
      packed_height_mm integer check (packed_height_mm between 1 and 3000),
      packed_by uuid,
      packed_at timestamptz,
      closing_key uuid,
      hold_round integer not null default 0 check (hold_round >= 0),
      version integer not null default 1 check (version >= 1),
      idempotency_key uuid not null,
      request_hash bytea not null,
      created_by uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      ended_at timestamptz,
      ended_by uuid,
      ended_reason text not null default '' check (char_length(ended_reason) <= 500),
      unique (user_id, idempotency_key),
      check ((state = 'waiting_for_customer') = (waiting_reason is not null)),
      check ((waiting_reason is null) = (waiting_since is null)),
      check ((payment_mode = 'automatic_up_to_cap') = (cap_cents is not null)),
      check (cap_cents is null or service_code is not null),
      check ((state in ('cancelled', 'shelved', 'handed_over')) = (ended_at is not null)),
      check (num_nulls(packed_grams, packed_length_mm, packed_width_mm, packed_height_mm, packed_by, packed_at) in (0, 6)),
      check (num_nulls(packer_id, packer_active_at) in (0, 2))
    );
    comment on table ship_requests is 'The wish to have a package packed and sent.';
    comment on column ship_requests.service_code is 'The chosen service; quotes name its version.';
    comment on column ship_requests.quote_id is
      'The accepted quote. Not a foreign key: tables reference each other in one direction, so that a backup is restored in order.';
    comment on column ship_requests.recipient is 'As it was when the request was made, or corrected before it was accepted.';
    comment on column ship_requests.packer_id is 'Who is packing it, and when they last scanned something.';
    comment on column ship_requests.closing_key is 'Of the request that closed the box.';
    comment on column ship_requests.hold_round is 'How often its holds were made anew; part of their keys.';
    comment on column ship_requests.version is 'Increased with every change that its customer or packer makes.';
    create unique index ship_requests_open on ship_requests (package_id)
      where state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled');
    create index ship_requests_of_user on ship_requests (user_id, created_at desc, id);
    create index ship_requests_of_package on ship_requests (package_id, created_at desc);
    create index ship_requests_queue on ship_requests (warehouse_id, is_priority desc, due_at)
      where state in ('requested', 'packing');
    create index ship_requests_waiting on ship_requests (waiting_since)
      where state = 'waiting_for_customer';
    create index ship_requests_accepted on ship_requests (service_code) where state = 'accepted';

    create table ship_request_parcels (
      ship_request_id uuid not null references ship_requests (id),
      inbound_parcel_id uuid not null references inbound_parcels (id),
      state text not null check (state in ('to_find', 'in_box', 'missing', 'left_out')),
      scanned_by uuid,
      scanned_at timestamptz,
      idempotency_key uuid,
      primary key (ship_request_id, inbound_parcel_id),
      check (num_nulls(scanned_by, scanned_at) in (0, 2)),
      check (state <> 'in_box' or scanned_at is not null)
    );
    create index ship_request_parcels_of_parcel on ship_request_parcels (inbound_parcel_id);

    create table ship_request_events (
      id bigint generated always as identity primary key,
      ship_request_id uuid not null references ship_requests (id),
      kind text not null check (kind in ('requested', 'parcels_changed', 'payment_mode_changed', 'recipient_changed',
        'packing_started', 'taken_over', 'parcel_missing', 'parcel_found', 'continued_without_missing',
        'parcels_left_out', 'box_closed', 'box_opened', 'waiting', 'quoted_anew', 'accepted', 'extra_service_ordered',
        'extra_service_done', 'extra_service_refused', 'extra_service_cancelled', 'labelled', 'label_voided',
        'handed_over', 'taken_back', 'cancelled', 'shelved')),
      actor text not null check (actor in ('customer', 'staff', 'system')),
      actor_id uuid,
      facts jsonb not null default '{}' check (jsonb_typeof(facts) = 'object'),
      created_at timestamptz not null,
      check ((actor = 'system') = (actor_id is null))
    );
    create index ship_request_events_of_request on ship_request_events (ship_request_id, id);
    create trigger ship_request_events_are_append_only before update on ship_request_events
      for each row execute function prevent_history_change();
    create trigger ship_request_events_are_never_deleted before delete on ship_request_events
      for each row execute function prevent_history_change();
    create trigger ship_request_events_are_never_emptied before truncate on ship_request_events
      for each statement execute function prevent_history_change();

    create table extra_service_requests (
      id uuid primary key default gen_random_uuid(),
      code text not null references extra_services (code),
      user_id uuid not null references profiles (id),
      ship_request_id uuid references ship_requests (id),
      package_id uuid,
      inbound_parcel_id uuid references inbound_parcels (id),
      quantity integer not null check (quantity between 1 and 50),
      unit_cents integer not null check (unit_cents between 0 and 1000000),
      price_cents integer not null check (price_cents between 0 and 50000000),
      state text not null check (state in ('ordered', 'done', 'refused', 'cancelled')),
      due_at timestamptz not null,
      result_text text not null default '' check (char_length(result_text) <= 1000),
      hold_id uuid references holds (id),
      idempotency_key uuid not null,
      request_hash bytea not null,
      created_by uuid not null,
      created_at timestamptz not null,
      ended_by uuid,
      ended_at timestamptz,
      unique (user_id, idempotency_key),
      check (num_nonnulls(package_id, inbound_parcel_id) = 1),
      check ((state = 'ordered') = (ended_at is null))
    );
    comment on column extra_service_requests.ship_request_id is
      'The request with which it is charged; null: it is charged when it is done.';
    comment on column extra_service_requests.package_id is 'Not a foreign key: it stays after the package is deleted.';
    comment on column extra_service_requests.result_text is 'What was found, or why it was refused.';
    create index extra_service_requests_of_ship_request on extra_service_requests (ship_request_id)
      where ship_request_id is not null;
    create index extra_service_requests_of_parcel on extra_service_requests (inbound_parcel_id)
      where inbound_parcel_id is not null;
    create index extra_service_requests_of_package on extra_service_requests (package_id)
      where package_id is not null;
    create index extra_service_requests_due on extra_service_requests (due_at) where state = 'ordered';
    create index extra_service_requests_of_user on extra_service_requests (user_id, created_at desc, id);

    create table packing_images (
      id uuid primary key default gen_random_uuid(),
      user_id uuid not null references profiles (id),
      ship_request_id uuid references ship_requests (id),
      extra_service_request_id uuid references extra_service_requests (id),
      kind text not null check (kind in ('open_box', 'closed_on_scale', 'extra_service')),
      image_url text not null unique,
      thumbnail_url text not null unique,
      file_size integer not null check (file_size > 0),
      content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
      uploaded_by uuid not null,
      idempotency_key uuid not null unique,
      created_at timestamptz not null,
      check (num_nonnulls(ship_request_id, extra_service_request_id) = 1),
      check ((kind = 'extra_service') = (extra_service_request_id is not null))
    );
    comment on column packing_images.image_url is 'Key in the file store, not a URL.';
    create index packing_images_of_ship_request on packing_images (ship_request_id, created_at, id)
      where ship_request_id is not null;
    create index packing_images_of_extra_service on packing_images (extra_service_request_id, created_at, id)
      where extra_service_request_id is not null;
    create index packing_images_of_user on packing_images (user_id);
  `.execute(db);
}

async function createQuotes(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table quotes (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      user_id uuid not null references profiles (id),
      package_id uuid not null,
      ship_request_id uuid references ship_requests (id),
      basis text not null check (basis in ('estimate', 'packed')),
      service_id uuid not null references shipping_services (id),
      service_code text not null,
      inputs jsonb not null check (jsonb_typeof(inputs) = 'object'),
      lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) >= 1),
      exchange jsonb,
      freight_cents integer not null check (freight_cents between 1 and 100000000),
      storage_cents integer not null check (storage_cents between 0 and 100000000),
      service_cents integer not null check (service_cents between 0 and 100000000),
      extra_service_cents integer not null check (extra_service_cents between 0 and 100000000),
      total_cents integer not null check (
        total_cents = freight_cents + storage_cents + service_cents + extra_service_cents
      ),
      created_at timestamptz not null,
      valid_until timestamptz not null,
      ended text check (ended in ('accepted', 'replaced', 'expired')),
      ended_at timestamptz,
      check (valid_until > created_at),
      check ((ended is null) = (ended_at is null))
    );
    comment on table quotes is 'Prices by lines; of a quote only how it ended is ever added.';
    comment on column quotes.service_id is 'The version of the service; its code is the same in all versions.';
    comment on column quotes.service_cents is 'The box and a fee for weight above the plan.';
    comment on column quotes.exchange is 'Day, source and rates; null where nothing was converted.';
    create index quotes_of_ship_request on quotes (ship_request_id, created_at desc) where ship_request_id is not null;
    create unique index quotes_open on quotes (ship_request_id, service_code)
      where ended is null and ship_request_id is not null;
    create index quotes_of_user on quotes (user_id, created_at desc);

    create function guard_quote() returns trigger language plpgsql as $$
    begin
      if (to_jsonb(new) - 'ended' - 'ended_at') is distinct from (to_jsonb(old) - 'ended' - 'ended_at')
        or new.ended is null or (old.ended is not null and not (old.ended = 'accepted' and new.ended = 'replaced')) then
        raise exception 'of a quote only how it ended is added' using errcode = 'restrict_violation';
      end if;
      return new;
    end $$;
    create trigger quotes_are_append_only before update on quotes
      for each row execute function guard_quote();
    create trigger quotes_are_never_deleted before delete on quotes
      for each row execute function prevent_history_change();
    create trigger quotes_are_never_emptied before truncate on quotes
      for each statement execute function prevent_history_change();
  `.execute(db);
}

async function extendTables(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table packages add column ship_request_state text check (ship_request_state in (
      'requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled', 'handed_over'));
    comment on column packages.ship_request_state is
      'Of its open ship request, or of the one with which it was just handed over; null: there is none.';

    alter table carriers
      add column address_line_characters integer check (address_line_characters between 10 and 200),
      add column needs_latin_address boolean not null default false;
    comment on column carriers.address_line_characters is 'The longest line of an address that it takes; null: any.';
    comment on column carriers.needs_latin_address is 'Whether it takes addresses in Latin letters alone.';
    -- Open pages show nothing of this.
    alter table carriers disable trigger carriers_record_changes;
    update carriers set address_line_characters = 35, needs_latin_address = true
      where code in ('hk-post', 'sg-post');
    alter table carriers enable trigger carriers_record_changes;

    alter table settings add column over_weight_fee_cents integer check (over_weight_fee_cents between 1 and 100000);
    comment on column settings.over_weight_fee_cents is
      'For each started 500 g above what a plan carries; null: such a box is not sent.';

    -- Lists that other migrations extend too keep what they have.
    do $$
    declare
      extended record;
      definition text;
    begin
      for extended in select * from (values
        ('notifications', 'notifications_kind_check', array['ship_request_packed', 'ship_request_waiting',
          'ship_request_reminder', 'ship_request_shelved', 'ship_request_cancelled', 'extra_service_ended']),
        ('inbound_parcel_events', 'inbound_parcel_events_kind_check', array['packed', 'unpacked'])
      ) lists (relation, name, added) loop
        select pg_get_constraintdef(oid) into strict definition from pg_constraint
          where conrelid = extended.relation::regclass and conname = extended.name;
        definition := replace(definition, 'ARRAY[', 'ARRAY[' || (
          select string_agg(quote_literal(one) || '::text, ', '') from unnest(extended.added) one));
        execute format('alter table %I drop constraint %I', extended.relation, extended.name);
        execute format('alter table %I add constraint %I %s', extended.relation, extended.name, definition);
      end loop;
    end $$;
  `.execute(db);
}

async function recordChanges(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function record_ship_request_change() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id)
        values (new.user_id, 'ship_request', coalesce((to_jsonb(new) ->> 'ship_request_id')::uuid, new.id))
        on conflict do nothing;
      return null;
    end $$;
    create trigger ship_requests_record_changes after insert or update on ship_requests
      for each row execute function record_ship_request_change();
    create trigger extra_service_requests_record_changes after insert or update on extra_service_requests
      for each row execute function record_ship_request_change();
    create trigger packing_images_record_changes after insert on packing_images
      for each row execute function record_ship_request_change();
  `.execute(db);
}
