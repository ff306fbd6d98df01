-- Warehouses with their storage locations, and the prices of storage, boxes and extra services.

create table warehouses (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[A-Z0-9]{2,8}$'),
  name text not null check (char_length(name) between 1 and 60),
  kind text not null check (kind in ('hub', 'intake')),
  country text not null check (country ~ '^[A-Z]{2}$'),
  address jsonb not null,
  receiver_name_pattern text not null check (receiver_name_pattern like '%{code}%'),
  phone text not null,
  sms_phone text not null default '' check (char_length(sms_phone) <= 40),
  postal_code text not null,
  time_zone text not null,
  opening_hours jsonb not null,
  closed_days date[] not null default '{}',
  is_active boolean not null default true,
  opened_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint warehouses_opened_check check (opened_at is not null or not is_active)
);
comment on column warehouses.address is
  'Province, city, district and street in each language, as the address forms of shops ask for them.';
comment on column warehouses.sms_phone is
  'A mobile number on which customs reach the sender by SMS; empty where there is none.';
comment on column warehouses.opening_hours is
  'For each weekday from Monday on: null, or opening and closing time such as 09:00.';
comment on column warehouses.opened_at is
  'When it was first saved as active; it stays when the warehouse is closed. null: never yet.';

create table storage_locations (
  id uuid primary key default gen_random_uuid(),
  warehouse_id uuid not null references warehouses (id),
  code text not null check (code ~ '^[A-Z0-9]+(-[A-Z0-9]+)*$' and char_length(code) <= 20),
  label text not null default '' check (char_length(label) <= 60),
  capacity integer check (capacity > 0),
  is_active boolean not null default true,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (warehouse_id, code)
);
create index storage_locations_by_code on storage_locations (compared_number(code) text_pattern_ops);

create table storage_rates (
  id uuid primary key default gen_random_uuid(),
  valid_from date not null,
  plan text check (plan in ('Basic', 'Super', 'Premium')),
  free_days integer not null check (free_days between 0 and 1000),
  day_cents integer not null check (day_cents between 0 and 100000),
  step_grams integer not null check (step_grams between 1 and 100000),
  volume_divisor integer not null check (volume_divisor between 1000 and 10000),
  cap_cents integer not null check (cap_cents between 0 and 10000000),
  source text not null check (char_length(source) between 1 and 200),
  created_by uuid not null,
  created_at timestamptz not null,
  unique nulls not distinct (valid_from, plan)
);
comment on table storage_rates is
  'What storage costs from a day on: free days, then cents a started day for each started step of weight, up to the cap.';
comment on column storage_rates.plan is 'null: without a plan.';
comment on column storage_rates.volume_divisor is
  'Cubic centimetres that count as a kilogram, where that is more than the weight.';
create trigger storage_rates_are_append_only before update on storage_rates
  for each row execute function prevent_history_change();
create trigger storage_rates_are_never_deleted before delete on storage_rates
  for each row execute function prevent_history_change();

create table boxes (
  id uuid primary key default gen_random_uuid(),
  warehouse_id uuid references warehouses (id),
  names jsonb not null check (jsonb_typeof(names) = 'object' and names ?& '{en,zh-Hant-HK,zh-Hans}'),
  length_mm integer not null check (length_mm between 1 and 3000),
  width_mm integer not null check (width_mm between 1 and 3000),
  height_mm integer not null check (height_mm between 1 and 3000),
  empty_grams integer not null check (empty_grams between 0 and 100000),
  price_cents integer not null check (price_cents between 0 and 1000000),
  is_active boolean not null default true,
  valid_from date not null,
  source text not null check (char_length(source) between 1 and 200),
  version integer not null default 1 check (version >= 1),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table boxes is 'Sizes of boxes; what is quoted keeps its own price.';
comment on column boxes.warehouse_id is 'null: in every warehouse.';
comment on column boxes.names is 'By language.';
comment on column boxes.length_mm is 'The sides are inner ones.';
comment on column boxes.valid_from is 'Since when the price holds, and source says why or from where.';

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
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
comment on table extra_services is
  'Priced work on a parcel or package; what is ordered keeps its own price.';
comment on column extra_services.names is 'By language.';
comment on column extra_services.free_plans is 'Plans with which it costs nothing.';
