import { sql, type Kysely } from "kysely";

/** Labels with their numbers, files for carriers' upload pages, and manifests. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createLabels(db);
  await createManifests(db);
}

async function createLabels(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table ship_requests add column number bigint generated always as identity unique;
    comment on column ship_requests.number is 'The reference on its label and in files for carriers.';
    create index ship_requests_to_label on ship_requests (state, number) where state in ('accepted', 'labelled');

    create table number_ranges (
      id uuid primary key default gen_random_uuid(),
      service_code text not null check (char_length(service_code) between 1 and 60),
      kind text not null check (kind in ('postal', 'list')),
      prefix text check (prefix ~ '^[A-IL-RUVX-Z][A-Z]$'),
      country_code text check (country_code ~ '^[A-Z]{2}$'),
      first_serial integer check (first_serial between 0 and 99999999),
      last_serial integer check (last_serial between 0 and 99999999),
      next_serial integer,
      source text not null check (char_length(source) between 1 and 200),
      is_active boolean not null default true,
      created_by uuid not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check (num_nulls(prefix, country_code, first_serial, last_serial, next_serial) = case kind when 'postal' then 0 else 5 end),
      check (first_serial <= last_serial and next_serial between first_serial and last_serial + 1)
    );
    comment on table number_ranges is 'Numbers that carriers gave us for labels of a service; the oldest active one is used first.';
    comment on column number_ranges.kind is 'Consecutive numbers of postal items with check digits, or an imported list.';

    create table range_numbers (
      range_id uuid not null references number_ranges (id),
      position integer not null check (position >= 1),
      tracking_number text not null unique check (tracking_number ~ '^[A-Z0-9-]{6,40}$'),
      used_at timestamptz,
      primary key (range_id, position)
    );
    comment on table range_numbers is 'The numbers of imported lists; each is used once.';
    create index range_numbers_left on range_numbers (range_id, position) where used_at is null;

    create table labels (
      id uuid primary key default gen_random_uuid(),
      ship_request_id uuid not null references ship_requests (id),
      service_id uuid not null references shipping_services (id),
      carrier_code text not null references carriers (code),
      number_source text not null check (number_source in ('range', 'list', 'typed')),
      range_id uuid references number_ranges (id),
      tracking_number text not null check (tracking_number ~ '^[A-Z0-9-]{6,40}$'),
      content jsonb check (jsonb_typeof(content) = 'object'),
      state text not null check (state in ('made', 'void')),
      created_by uuid not null,
      created_at timestamptz not null,
      voided_by uuid,
      voided_at timestamptz,
      void_reason text not null default '' check (char_length(void_reason) <= 500),
      check ((number_source = 'typed') = (range_id is null)),
      check ((state = 'void') = (voided_at is not null) and (voided_at is null) = (voided_by is null))
    );
    comment on table labels is 'Labels under which packages leave; a void one stays, and its number is not used again.';
    comment on column labels.content is 'Everything that is printed, so that it is the same whenever it is printed again; null: erased.';
    create unique index labels_made on labels (ship_request_id) where state = 'made';
    create unique index labels_of_number on labels (carrier_code, tracking_number)
      where state = 'made' or number_source <> 'typed';
    create index labels_by_number on labels (tracking_number);
    create index labels_of_range on labels (range_id, created_at) where range_id is not null;
    create index labels_of_request on labels (ship_request_id);

    create index holds_charged on holds (ended_at) where state = 'settled' and ship_request_id is not null;

    create table label_file_settings (
      carrier_code text primary key references carriers (code),
      columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 40),
      updated_by uuid not null,
      updated_at timestamptz not null
    );
    comment on table label_file_settings is 'The columns of the file for the upload page of a carrier.';
  `.execute(db);
}

async function createManifests(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table manifests (
      id uuid primary key default gen_random_uuid(),
      number bigint generated always as identity unique,
      warehouse_id uuid not null references warehouses (id),
      carrier_code text not null references carriers (code),
      state text not null check (state in ('open', 'closed', 'handing_over', 'handed_over')),
      opened_by uuid not null,
      opened_at timestamptz not null,
      closed_by uuid,
      closed_at timestamptz,
      receiver_name text not null default '' check (char_length(receiver_name) <= 100),
      signature_url text,
      hand_over_key uuid unique,
      handed_over_by uuid,
      hand_over_started_at timestamptz,
      handed_over_at timestamptz,
      check ((state = 'open') = (closed_at is null) and (closed_at is null) = (closed_by is null)),
      check ((state in ('handing_over', 'handed_over')) = (hand_over_started_at is not null)),
      check (num_nulls(hand_over_started_at, handed_over_by, hand_over_key, signature_url) in (0, 4)),
      check ((state = 'handed_over') = (handed_over_at is not null))
    );
    comment on table manifests is 'Packages handed to one carrier at one time, with a list.';
    comment on column manifests.signature_url is 'Key in the file store.';
    comment on column manifests.hand_over_key is 'The idempotency key of the hand-over.';
    create unique index manifests_open on manifests (warehouse_id, carrier_code) where state = 'open';

    create table manifest_packages (
      id uuid primary key default gen_random_uuid(),
      manifest_id uuid not null references manifests (id),
      ship_request_id uuid not null references ship_requests (id),
      label_id uuid not null references labels (id),
      position integer not null check (position >= 1),
      state text not null check (state in ('listed', 'handed_over', 'left_behind', 'taken_back')),
      left_behind_reason text check (left_behind_reason in ('not_labelled', 'label_void', 'package_ended', 'already_left',
        'holds_missing', 'insufficient_balance', 'failed')),
      scanned_by uuid not null,
      scanned_at timestamptz not null,
      idempotency_key uuid not null unique,
      handed_over_at timestamptz,
      taken_back_by uuid,
      taken_back_at timestamptz,
      taken_back_reason text not null default '' check (char_length(taken_back_reason) <= 500),
      unique (manifest_id, position),
      check ((state = 'left_behind') = (left_behind_reason is not null)),
      check ((state in ('handed_over', 'taken_back')) = (handed_over_at is not null)),
      check ((state = 'taken_back') = (taken_back_at is not null) and (taken_back_at is null) = (taken_back_by is null))
    );
    comment on table manifest_packages is 'The packages of manifests, in the order in which they were scanned.';
    create unique index manifest_packages_of_request on manifest_packages (ship_request_id)
      where state in ('listed', 'handed_over');
    create index manifest_packages_listed on manifest_packages (manifest_id, position) where state = 'listed';
  `.execute(db);
}
