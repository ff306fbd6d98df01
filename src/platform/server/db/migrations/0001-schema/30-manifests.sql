-- Manifests: packages handed to a carrier, and what its scale shows.

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
  handed_over_by uuid,
  hand_over_started_at timestamptz,
  handed_over_at timestamptz,
  check ((state = 'open') = (closed_at is null) and (closed_at is null) = (closed_by is null)),
  check ((state in ('handing_over', 'handed_over')) = (hand_over_started_at is not null)),
  check ((handed_over_by is null) = (hand_over_started_at is null)),
  check ((state = 'handed_over') = (handed_over_at is not null))
);
create unique index manifests_open on manifests (warehouse_id, carrier_code) where state = 'open';
comment on table manifests is 'Packages handed to one carrier at one time, with a list.';

create table manifest_packages (
  id uuid primary key default gen_random_uuid(),
  manifest_id uuid not null references manifests (id),
  ship_request_id uuid not null references ship_requests (id),
  label_id uuid not null references labels (id),
  position integer not null check (position >= 1),
  state text not null check (state in ('listed', 'handed_over', 'left_behind', 'taken_back')),
  left_behind_reason text check (left_behind_reason in (
    'not_labelled', 'label_void', 'package_ended', 'already_left', 'holds_missing', 'insufficient_balance', 'failed'
  )),
  scanned_by uuid not null,
  scanned_at timestamptz not null,
  handed_over_at timestamptz,
  taken_back_by uuid,
  taken_back_at timestamptz,
  taken_back_reason text not null default '' check (char_length(taken_back_reason) <= 500),
  unique (manifest_id, position),
  check ((state = 'left_behind') = (left_behind_reason is not null)),
  check ((state in ('handed_over', 'taken_back')) = (handed_over_at is not null)),
  check ((state = 'taken_back') = (taken_back_at is not null) and (taken_back_at is null) = (taken_back_by is null))
);
create unique index manifest_packages_of_request on manifest_packages (ship_request_id)
  where state in ('listed', 'handed_over');
create index manifest_packages_listed on manifest_packages (manifest_id, position)
  where state = 'listed';
comment on table manifest_packages is
  'The packages of manifests, in the order in which they were scanned.';

create table carrier_weights (
  ship_request_id uuid primary key references ship_requests (id),
  manifest_id uuid not null references manifests (id),
  weight_grams integer not null check (weight_grams between 1 and 100000),
  packed_grams integer not null check (packed_grams >= 1),
  state text not null check (state in ('matches', 'differs', 'settled')),
  recorded_by uuid not null,
  recorded_at timestamptz not null,
  settled_by uuid,
  settled_at timestamptz,
  settled_reason text not null default '' check (char_length(settled_reason) <= 500),
  check ((state = 'settled') = (settled_at is not null) and (settled_at is null) = (settled_by is null))
);
create index carrier_weights_open on carrier_weights (recorded_at, ship_request_id)
  where state = 'differs';
comment on table carrier_weights is
  'The weight of a package on the scale of its carrier; it changes no price.';
comment on column carrier_weights.packed_grams is 'Our packed weight with which it was compared.';
