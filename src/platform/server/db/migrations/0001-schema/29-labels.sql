-- Labels under which packages leave, with their numbers, and files for carriers' upload pages.

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
  check (
    num_nulls(prefix, country_code, first_serial, last_serial, next_serial) = case kind when 'postal' then 0 else 5 end
  ),
  check (first_serial <= last_serial and next_serial between first_serial and last_serial + 1)
);
comment on table number_ranges is
  'Numbers that carriers gave us for labels of a service; the oldest active one is used first.';
comment on column number_ranges.kind is
  'Consecutive numbers of postal items with check digits, or an imported list.';

create table range_numbers (
  range_id uuid not null references number_ranges (id),
  position integer not null check (position >= 1),
  tracking_number text not null unique check (tracking_number ~ '^[A-Z0-9-]{6,40}$'),
  used_at timestamptz,
  primary key (range_id, position)
);
create index range_numbers_left on range_numbers (range_id, position) where used_at is null;
comment on table range_numbers is 'The numbers of imported lists; each is used once.';

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
create unique index labels_made on labels (ship_request_id) where state = 'made';
create unique index labels_of_number on labels (carrier_code, tracking_number)
  where state = 'made' or number_source <> 'typed';
create index labels_by_number on labels (tracking_number);
create index labels_number_sixes on labels
  using gin (tracking_number_parts(compared_number(tracking_number))) with (fastupdate = off);
create index labels_of_range on labels (range_id, created_at) where range_id is not null;
create index labels_of_request on labels (ship_request_id);
comment on table labels is
  'Labels under which packages leave; a void one stays, and its number is not used again.';
comment on column labels.content is
  'Everything that is printed, so that it is the same whenever it is printed again; null: erased, or the carrier''s own file is printed.';

create table label_file_settings (
  carrier_code text primary key references carriers (code),
  columns jsonb not null check (jsonb_typeof(columns) = 'array' and jsonb_array_length(columns) between 1 and 40),
  updated_by uuid not null,
  updated_at timestamptz not null
);
comment on table label_file_settings is 'The columns of the file for the upload page of a carrier.';
