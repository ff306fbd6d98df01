-- Ship requests with their parcels and quotes.

create table ship_requests (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity unique,
  user_id uuid not null references profiles (id),
  package_id uuid references packages (id) on delete set null,
  warehouse_id uuid not null references warehouses (id),
  state text not null check (state in (
    'requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled', 'handed_over', 'cancelled',
    'shelved'
  )),
  waiting_reason text check (
    waiting_reason in (
      'price', 'over_cap', 'over_plan', 'top_up', 'missing', 'lane_closed', 'goods', 'declaration'
    )
  ),
  waiting_since timestamptz,
  payment_mode text not null check (payment_mode in ('quote_first', 'automatic_up_to_cap')),
  service_code text,
  cap_cents integer check (cap_cents between 1 and 1000000),
  quote_id uuid,
  reopened_quote_id uuid,
  country_code text not null check (country_code ~ '^[A-Z]{2}$'),
  recipient jsonb not null check (jsonb_typeof(recipient) = 'object'),
  is_priority boolean not null default false,
  due_at timestamptz not null,
  note text not null default '' check (char_length(note) <= 500),
  packer_id uuid,
  packer_active_at timestamptz,
  box_id uuid references boxes (id),
  is_box_chosen boolean not null default false,
  packed_grams integer check (packed_grams between 1 and 100000),
  packed_length_mm integer check (packed_length_mm between 1 and 3000),
  packed_width_mm integer check (packed_width_mm between 1 and 3000),
  packed_height_mm integer check (packed_height_mm between 1 and 3000),
  packed_by uuid,
  packed_at timestamptz,
  hold_round integer not null default 0 check (hold_round >= 0),
  category text not null default 'sale' check (
    category in ('sale', 'gift', 'returned', 'documents', 'sample', 'other')
  ),
  category_text text not null default '' check (char_length(category_text) <= 100),
  commerce_type text not null default 'b2c' check (commerce_type in ('b2c', 'c2c', 'b2b')),
  signed_at timestamptz,
  signed_hash text check (signed_hash ~ '^[0-9a-f]{64}$'),
  version integer not null default 1 check (version >= 1),
  created_by uuid not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz,
  ended_by uuid,
  ended_reason text not null default '' check (char_length(ended_reason) <= 500),
  check (box_id is null or is_box_chosen),
  check ((state = 'waiting_for_customer') = (waiting_reason is not null)),
  check ((waiting_reason is null) = (waiting_since is null)),
  check ((payment_mode = 'automatic_up_to_cap') = (cap_cents is not null)),
  check (cap_cents is null or service_code is not null),
  check ((state in ('cancelled', 'shelved', 'handed_over')) = (ended_at is not null)),
  check (num_nulls(packed_grams, packed_length_mm, packed_width_mm, packed_height_mm, packed_by, packed_at) in (0, 6)),
  check (num_nulls(packer_id, packer_active_at) in (0, 2)),
  check ((signed_at is null) = (signed_hash is null))
);
create unique index ship_requests_open on ship_requests (package_id)
  where state in ('requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled');
create index ship_requests_of_user on ship_requests (user_id, created_at desc, id);
create index ship_requests_of_package on ship_requests (package_id, created_at desc);
create index ship_requests_queue on ship_requests (warehouse_id, is_priority desc, due_at)
  where state in ('requested', 'packing');
create index ship_requests_waiting on ship_requests (waiting_since) where state = 'waiting_for_customer';
create index ship_requests_accepted on ship_requests (service_code) where state = 'accepted';
create index ship_requests_to_label on ship_requests (state, number)
  where state in ('accepted', 'labelled');
comment on table ship_requests is 'The wish to have a package packed and sent.';
comment on column ship_requests.number is 'The reference on its label and in files for carriers.';
comment on column ship_requests.service_code is 'The chosen service; quotes name its version.';
comment on column ship_requests.quote_id is
  'The accepted quote. Not a foreign key: tables reference each other in one direction, so that a backup is restored in order.';
comment on column ship_requests.reopened_quote_id is
  'The quote that was accepted before the box was opened again: a new one that is no dearer is accepted by itself.';
comment on column ship_requests.recipient is
  'As it was when the request was made, or corrected before it was accepted.';
comment on column ship_requests.packer_id is 'Who is packing it, and when they last scanned something.';
comment on column ship_requests.is_box_chosen is
  'Whether box_id is what a packer chose, null for none of ours; both stay when the box is opened again.';
comment on column ship_requests.hold_round is 'How often its holds were made anew; part of their keys.';
comment on column ship_requests.category_text is 'Who gave a gift, or what is sent as other.';
comment on column ship_requests.signed_at is
  'When its customer signed what customs papers say, with a price or the request; null before, and after they changed it.';
comment on column ship_requests.signed_hash is
  'SHA-256 of what was signed: description, quantity, value and origin of all goods, and the category.';
comment on column ship_requests.version is
  'Increased with every change that its customer or packer makes.';

alter table holds add foreign key (ship_request_id) references ship_requests (id);

create table ship_request_parcels (
  ship_request_id uuid not null references ship_requests (id),
  inbound_parcel_id uuid not null references inbound_parcels (id),
  state text not null check (state in ('to_find', 'in_box', 'missing', 'left_out')),
  scanned_by uuid,
  scanned_at timestamptz,
  primary key (ship_request_id, inbound_parcel_id),
  check (num_nulls(scanned_by, scanned_at) in (0, 2)),
  check (state <> 'in_box' or scanned_at is not null)
);
create index ship_request_parcels_of_parcel on ship_request_parcels (inbound_parcel_id);

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
create index quotes_of_ship_request on quotes (ship_request_id, created_at desc)
  where ship_request_id is not null;
create unique index quotes_open on quotes (ship_request_id, service_code)
  where ended is null and ship_request_id is not null;
create index quotes_of_user on quotes (user_id, created_at desc);
comment on table quotes is 'Prices by lines; of a quote only how it ended is ever added.';
comment on column quotes.service_id is
  'The version of the service; its code is the same in all versions.';
comment on column quotes.service_cents is 'The box and a fee for weight above the plan.';
comment on column quotes.exchange is 'Day, source and rates; null where nothing was converted.';

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
