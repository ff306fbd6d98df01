-- Packages with their legs, images, QR codes and history.

create table packages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id),
  tracking_number text not null check (tracking_number ~ '^[A-Z0-9-]{6,40}$'),
  origin text not null check (char_length(origin) between 1 and 60),
  destination text not null check (char_length(destination) between 1 and 60),
  description text check (char_length(description) between 1 and 2000),
  estimated_weight_grams integer check (estimated_weight_grams between 1 and 1000000),
  final_weight_grams integer check (final_weight_grams between 1 and 1000000),
  images_count integer not null default 0 check (images_count between 0 and 10),
  status text not null default 'pending' check (
    status in ('pending', 'processing', 'in_transit', 'delivered', 'voided', 'cancelled')
  ),
  delivered_at timestamptz,
  idempotency_key uuid not null,
  request_hash bytea not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  unique (user_id, idempotency_key),
  check ((status = 'delivered') = (delivered_at is not null))
);
comment on column packages.created_at is
  'Whole milliseconds, so that pagination can continue exactly after a row.';

create index packages_of_user on packages (user_id, created_at desc, id desc) include (status);
create index packages_by_status on packages (status, created_at desc, id desc);
create index packages_active on packages (created_at desc, id desc) where status <> 'delivered';
-- Includes the searched columns, so that a frequent match is found without reading the table.
create index packages_newest on packages (created_at desc, id desc) include (user_id, tracking_number);

-- Searches match any part of a tracking number. Groups of six characters are so rare that their posting lists stay short.
-- The list of a group of three grows with the table, so it is split by the month of creation and read from the newest
-- month. Without `fastupdate` readers need not search a list of pending entries.

create function tracking_number_parts(p_number text) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct substr(p_number, n, 6) from generate_series(1, length(p_number) - 5) n);
create index packages_tracking_number_sixes on packages
  using gin (tracking_number_parts(tracking_number)) with (fastupdate = off);

create function month_number(p_at timestamptz) returns int
  language sql immutable strict parallel safe
  return (extract(year from p_at at time zone 'UTC') * 12 + extract(month from p_at at time zone 'UTC'))::int;
create function parts_of_month(p_text text, p_month int) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct p_month || ' ' || substr(p_text, n, 3) from generate_series(1, length(p_text) - 2) n);
create index packages_tracking_number_months on packages
  using gin (parts_of_month(tracking_number, month_number(created_at))) with (fastupdate = off);

create table shipping_legs (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references packages (id) on delete cascade,
  leg_number integer not null check (leg_number between 1 and 3),
  origin text not null check (char_length(origin) between 1 and 120),
  destination text not null check (char_length(destination) between 1 and 120),
  carrier text check (char_length(carrier) between 1 and 120),
  tracking_number text check (char_length(tracking_number) between 1 and 64),
  estimated_departure timestamptz,
  estimated_arrival timestamptz,
  notes text check (char_length(notes) between 1 and 2000),
  status text not null default 'pending' check (
    status in ('pending', 'in_transit', 'delivered', 'cancelled', 'voided')
  ),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (package_id, leg_number)
);
create index shipping_legs_silent on shipping_legs (updated_at, id) where status = 'in_transit';

create table package_images (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references packages (id) on delete cascade,
  image_name text not null check (char_length(image_name) between 1 and 200),
  image_url text not null unique,
  thumbnail_url text not null unique,
  file_size integer not null check (file_size > 0),
  content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
  uploaded_by uuid not null,
  created_at timestamptz not null
);
create index package_images_of_package on package_images (package_id, created_at, id);
comment on column package_images.image_url is 'Key in the file store, not a URL.';

create table qr_codes (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null,
  leg_number integer not null,
  path text not null unique,
  created_by uuid not null,
  created_at timestamptz not null,
  unique (package_id, leg_number),
  foreign key (package_id, leg_number)
    references shipping_legs (package_id, leg_number) on delete cascade
);
comment on table qr_codes is
  'One code per leg. Its image contains a URL that ends in the random id.';
comment on column qr_codes.path is 'Key in the file store, not a URL.';

-- Without a foreign key to packages: the history remains after a package is deleted.
create table package_events (
  id bigint generated always as identity primary key,
  package_id uuid not null,
  kind text not null check (kind in (
    'package_created', 'package_status_changed', 'leg_added', 'leg_changed', 'leg_status_changed',
    'final_weight_changed', 'image_added', 'image_deleted', 'qr_code_generated', 'qr_code_deleted',
    'package_deleted'
  )),
  leg_number integer,
  before text,
  after text,
  actor_id uuid not null,
  by_staff boolean not null,
  created_at timestamptz not null
);
create index package_events_of_package on package_events (package_id, id);
create index package_events_in_transit on package_events (created_at)
  where kind in ('package_status_changed', 'package_deleted')
    and (before = 'in_transit' or after = 'in_transit');

-- Only names of images and notes on legs may be erased, when an account is closed.
create trigger package_events_are_append_only before update on package_events
  for each row when (
    old.kind not in ('image_added', 'image_deleted', 'leg_changed')
    or new.before is not null or new.after is not null
    or (new.id, new.package_id, new.kind, new.leg_number, new.actor_id, new.by_staff, new.created_at)
      is distinct from
      (old.id, old.package_id, old.kind, old.leg_number, old.actor_id, old.by_staff, old.created_at)
  ) execute function prevent_history_change();
create trigger package_events_are_never_deleted before delete on package_events
  for each row execute function prevent_history_change();
create trigger package_events_are_never_emptied before truncate on package_events
  for each statement execute function prevent_history_change();
