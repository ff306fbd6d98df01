-- Packages with their recipients, legs and links to show them.

create table packages (
  id uuid primary key default gen_random_uuid(),
  number integer generated always as identity (start with 1001) unique,
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
  stage text not null default 'gathering' check (stage in (
    'gathering', 'ready', 'requested', 'packing', 'waiting_for_customer', 'packed', 'handed_over', 'on_the_way',
    'delivered', 'ended'
  )),
  ship_request_state text check (ship_request_state in (
    'requested', 'packing', 'packed', 'waiting_for_customer', 'accepted', 'labelled', 'handed_over'
  )),
  parcels_count integer not null default 0 check (parcels_count >= 0),
  parcels_here_count integer not null default 0 check (parcels_here_count >= 0),
  plan_period_id uuid references plan_periods (id),
  plan_max_weight_grams integer check (plan_max_weight_grams > 0),
  quota_returned_at timestamptz,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  check ((status = 'delivered') = (delivered_at is not null))
);
comment on column packages.number is 'By which people name the package, as P-1024.';
comment on column packages.stage is
  'Where the package is in the warehouse, derived from status, legs and parcels in the same transaction.';
comment on column packages.ship_request_state is
  'Of its open ship request, or of the one with which it was just handed over; null: there is none.';
comment on column packages.parcels_here_count is
  'How many of the parcels_count inbound parcels that it gathers are no longer awaited.';
comment on column packages.plan_period_id is
  'The month whose quota the package used; null for packages of admins.';
comment on column packages.plan_max_weight_grams is
  'The limit of the plan for which the package was added; null where none applied.';
comment on column packages.created_at is
  'Whole milliseconds, so that pagination can continue exactly after a row.';

create index packages_of_user on packages (user_id, created_at desc, id desc) include (status);
create index packages_by_status on packages (status, created_at desc, id desc);
create index packages_active on packages (created_at desc, id desc) where status <> 'delivered';
-- Includes the searched columns, so that a frequent match is found without reading the table.
create index packages_newest on packages (created_at desc, id desc) include (user_id, tracking_number);
-- Without `fastupdate` readers need not search a list of pending entries.
create index packages_tracking_number_sixes on packages
  using gin (tracking_number_parts(replace(tracking_number, '-', ''))) with (fastupdate = off);
create index packages_tracking_number_months on packages
  using gin (parts_of_month(replace(tracking_number, '-', ''), month_number(created_at))) with (fastupdate = off);

create table package_recipients (
  package_id uuid primary key references packages (id) on delete cascade,
  name text not null,
  latin_name text not null default '',
  phone text not null,
  address text not null,
  address_line2 text not null,
  city text not null,
  state text not null,
  postal_code text not null,
  importer_reference text not null default ''
);
create index package_recipients_phone_end on package_recipients (phone_end(phone)) where phone <> '';
comment on table package_recipients is
  'To whom a package goes; the country is the package''s destination. A missing row or an empty field is unknown.';
comment on column package_recipients.importer_reference is
  'By which customs there know the recipient, such as a tax number; customs papers print it.';

create table shipping_legs (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references packages (id) on delete cascade,
  leg_number integer not null check (leg_number between 1 and 3),
  origin text not null check (char_length(origin) between 1 and 120),
  destination text not null check (char_length(destination) between 1 and 120),
  carrier text check (char_length(carrier) between 1 and 120),
  carrier_code text references carriers (code),
  service_id uuid references shipping_services (id),
  tracking_number text check (char_length(tracking_number) between 1 and 64),
  estimated_departure timestamptz,
  estimated_arrival timestamptz,
  notes text check (char_length(notes) between 1 and 2000),
  status text not null default 'pending' check (
    status in ('pending', 'in_transit', 'delivered', 'cancelled', 'voided')
  ),
  status_source text not null default 'staff' check (status_source in ('staff', 'carrier', 'route')),
  status_since timestamptz,
  departed_at timestamptz,
  arrived_at timestamptz,
  staff_status text check (
    staff_status in ('pending', 'in_transit', 'delivered', 'cancelled', 'voided')
  ),
  staff_status_at timestamptz,
  question text check (question in (
    'contradiction', 'not_handed_over', 'customs_information_required', 'attempt_failed', 'returning', 'returned',
    'damaged', 'lost', 'destroyed', 'refused', 'delayed', 'stopped'
  )),
  question_at timestamptz,
  questions_answered_at timestamptz,
  events_count_since timestamptz,
  transit_span jsonb,
  late_after timestamptz,
  silent_days smallint check (silent_days > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique (package_id, leg_number),
  check ((staff_status is null) = (staff_status_at is null)),
  check ((question is null) = (question_at is null)),
  check ((transit_span is null) = (late_after is null))
);
create index shipping_legs_stalled on shipping_legs (coalesce(status_since, updated_at), id)
  where status = 'in_transit';
create index shipping_legs_late on shipping_legs (late_after, id) where status = 'in_transit';
create index shipping_legs_questions on shipping_legs (question_at, id) where question is not null;
create index shipping_legs_measured on shipping_legs (arrived_at)
  where status = 'delivered' and carrier_code is not null and departed_at is not null;
create index shipping_legs_number_sixes on shipping_legs
  using gin (tracking_number_parts(compared_number(tracking_number))) with (fastupdate = off)
  where tracking_number is not null;
comment on column shipping_legs.carrier_code is
  'The carrier whose name or number it has; null for one that is not known.';
comment on column shipping_legs.service_id is
  'The version of the service whose times it takes, from the acceptance of a quote on; null: none was accepted.';
comment on column shipping_legs.status_source is
  'staff, its carrier, or its route: movement of the next leg, or what was received at the warehouse.';
comment on column shipping_legs.status_since is
  'When what the status comes from happened; null for the status with which it was added.';
comment on column shipping_legs.staff_status is
  'The last status that staff set themselves. It stands against what happened before it.';
comment on column shipping_legs.question is 'What staff are asked; derived from the events.';
comment on column shipping_legs.questions_answered_at is 'What was received until then is answered.';
comment on column shipping_legs.events_count_since is
  'For a leg that was handed over: since when carriers'' events count. null: since staff last set its status.';
comment on column shipping_legs.transit_span is
  'How long it takes, as known when it departed; null before, and for a carrier of which nothing is known.';
comment on column shipping_legs.late_after is 'It is late after this moment while it is on its way.';
comment on column shipping_legs.silent_days is
  'It is silent after so many days without news; null: five.';

create table package_shares (
  id uuid primary key default gen_random_uuid(),
  package_id uuid not null references packages (id) on delete cascade,
  has_photos boolean not null,
  views integer not null default 0 check (views >= 0),
  created_at timestamptz not null,
  ended_at timestamptz
);
create unique index package_shares_open on package_shares (package_id) where ended_at is null;
create index package_shares_of_package on package_shares (package_id);
comment on table package_shares is
  'Links that show a package to everybody who has them. The token of a link is signed, not stored.';
comment on column package_shares.ended_at is
  'When its owner ended it. It also ends a while after the delivery, which is not recorded here.';
