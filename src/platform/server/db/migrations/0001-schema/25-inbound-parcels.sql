-- Inbound parcels with their owners' codes and claims, and what was measured when they were received.

create table member_codes (
  user_id uuid primary key references profiles (id),
  code text not null unique check (code ~ '^[2-9A-HJKMNP-Z]{7}$'),
  created_at timestamptz not null
);
create index member_codes_parts on member_codes using gin (code gin_trgm_ops);
comment on table member_codes is
  'A code is never given to anybody else, also after its account is closed.';

create function random_label_code() returns text
  language sql volatile
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
  value_confirmed_at timestamptz,
  courier_delivered_at timestamptz,
  received_at timestamptz,
  received_by uuid references profiles (id),
  storage_location_id uuid references storage_locations (id),
  weight_grams integer check (weight_grams between 1 and 100000),
  length_mm integer check (length_mm between 1 and 3000),
  width_mm integer check (width_mm between 1 and 3000),
  height_mm integer check (height_mm between 1 and 3000),
  condition text check (condition in ('perfect', 'slightly_damaged', 'damaged', 'wet', 'opened')),
  battery text check (battery in ('unknown', 'none', 'installed', 'packed', 'loose')),
  goods_flags text[] not null default '{}',
  found_flags text[] not null default '{}',
  found_batteries text[] not null default '{}',
  storage_from date,
  free_until date,
  storage_rate_id uuid references storage_rates (id),
  delay_days integer not null default 0,
  delay_until date,
  missing_since timestamptz,
  photos_since timestamptz,
  removal_asked text check (removal_asked in ('return', 'dispose')),
  searched_text text generated always as (
    replace(upper(coalesce(tracking_number, '') || ' ' || label_code || ' '
      || regexp_replace(order_reference, '\s', '', 'g')), '-', '')
  ) stored not null,
  searched_contents text generated always as (
    search_key(shop || chr(10) || order_reference || chr(10) || description)
  ) stored not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz not null,
  check (tracking_number is not null or source = 'scanned'),
  check ((carrier_code is null) = (carrier_confidence is null)),
  check ((declared_value_minor is null) = (declared_currency is null)),
  check (user_id is not null or package_id is null),
  check (state not in ('returned', 'disposed', 'cancelled') or package_id is null),
  check (removal_asked is null or state = 'received'),
  check (num_nulls(storage_from, free_until, storage_rate_id) in (0, 3)),
  check (free_until >= storage_from),
  check (user_id is not null or free_until is null),
  constraint inbound_parcels_delay_check check (delay_days >= 0 and (delay_days > 0) = (delay_until is not null)),
  constraint inbound_parcels_delay_storage_check check (delay_days = 0 or free_until is not null)
);
comment on table inbound_parcels is
  'Parcels on their way to a warehouse or in it. Without a user: the owner is unknown.';
comment on column inbound_parcels.warehouse_id is
  'Null while no warehouse was entered when the parcel was declared.';
comment on column inbound_parcels.value_confirmed_at is
  'When its customer said that values which look too low are what they paid; null again once the goods change.';
comment on column inbound_parcels.photos_since is
  'Its customer sees photos from then on: earlier ones are of a receipt that was undone.';
comment on column inbound_parcels.weight_grams is
  'Weight, sides, condition, battery and goods flags are those of the newest receiving record that counts.';
comment on column inbound_parcels.found_flags is
  'What staff found in it besides, whatever its customer states of its goods; so are the batteries.';
comment on column inbound_parcels.storage_from is
  'The day in the warehouse from which its owner''s free days are counted; null without an owner.';
comment on column inbound_parcels.free_until is
  'The last day that costs nothing; never earlier than it was.';
comment on column inbound_parcels.delay_days is
  'Days after the promised one on which a ship request was not packed yet; free_until is so many days later.';
comment on column inbound_parcels.delay_until is 'The last of these days.';
comment on column inbound_parcels.missing_since is
  'When a stocktake did not find it; null once it is seen again.';
comment on column inbound_parcels.removal_asked is
  'What a second person is to confirm: until then it stays on its shelf, and goes with no ship request.';
comment on column inbound_parcels.searched_text is
  'What staff search: the number, the code of the label, and the order reference, without dashes and the last without spaces.';
comment on column inbound_parcels.searched_contents is
  'What customers search besides: shop, order reference and contents, as searches compare them.';

-- Declaring a number again finds the parcel that is open.
create unique index inbound_parcels_open on inbound_parcels (user_id, tracking_number, piece)
  where state in ('expected', 'received', 'packed');
create index inbound_parcels_of_user on inbound_parcels (user_id, created_at desc, id desc) include (state);
create index inbound_parcels_of_package on inbound_parcels (package_id) where package_id is not null;
create index inbound_parcels_of_storage_location on inbound_parcels (storage_location_id)
  where storage_location_id is not null and state in ('received', 'packed');
-- A scan looks for a number among all customers.
create index inbound_parcels_of_number on inbound_parcels (tracking_number, created_at desc)
  where tracking_number is not null;
-- A near number is looked up in a few thousand forms, among those that are expected alone.
create index inbound_parcels_expected_numbers on inbound_parcels (tracking_number)
  where state = 'expected';
create index inbound_parcels_delivered on inbound_parcels (courier_delivered_at)
  where state = 'expected' and courier_delivered_at is not null;
create index inbound_parcels_received on inbound_parcels (warehouse_id, received_at desc)
  where received_at is not null;
create index inbound_parcels_in_storage on inbound_parcels (free_until)
  where free_until is not null and state in ('received', 'packed');
create index inbound_parcels_missing on inbound_parcels (missing_since) where missing_since is not null;

create index inbound_parcels_removal_asked on inbound_parcels (created_at desc, id desc)
  where removal_asked is not null;

-- The lists and searches of staff, in the way of those of packages.
create index inbound_parcels_newest on inbound_parcels (created_at desc, id desc) include (searched_text);
create index inbound_parcels_awaited on inbound_parcels (created_at desc, id desc)
  where state = 'expected';
create index inbound_parcels_here on inbound_parcels (created_at desc, id desc)
  where state in ('received', 'packed');
create index inbound_parcels_gone on inbound_parcels (created_at desc, id desc)
  where state not in ('expected', 'received', 'packed');
create index inbound_parcels_unmatched on inbound_parcels (created_at desc, id desc)
  where state in ('received', 'packed') and user_id is null;
create index inbound_parcels_sixes on inbound_parcels
  using gin (tracking_number_parts(searched_text)) with (fastupdate = off);
create index inbound_parcels_months on inbound_parcels
  using gin (parts_of_month(searched_text, month_number(created_at))) with (fastupdate = off);

-- What an owner was told stays, whatever is written: free days are only added.
create function prevent_shorter_storage() returns trigger language plpgsql as $$
begin
  raise exception 'The free days of a parcel are only added while its owner stays the same.';
end $$;
create trigger inbound_parcels_keep_storage
  before update of user_id, storage_from, free_until, storage_rate_id on inbound_parcels
  for each row when (
    old.free_until is not null and new.user_id is not distinct from old.user_id
    and (new.storage_from is distinct from old.storage_from
      or new.storage_rate_id is distinct from old.storage_rate_id
      or new.free_until < old.free_until)
    -- What was received by mistake was never stored, and what is returned or disposed of costs nothing.
    and not (new.free_until is null and new.state in ('expected', 'cancelled', 'returned', 'disposed'))
  ) execute function prevent_shorter_storage();

create table receiving_records (
  id uuid primary key default gen_random_uuid(),
  sequence bigint generated always as identity,
  inbound_parcel_id uuid not null references inbound_parcels (id),
  kind text not null check (kind in ('received', 'measured_again', 'corrected', 'label_read')),
  weight_grams integer not null check (weight_grams between 1 and 100000),
  length_mm integer check (length_mm between 1 and 3000),
  width_mm integer check (width_mm between 1 and 3000),
  height_mm integer check (height_mm between 1 and 3000),
  condition text not null check (condition in ('perfect', 'slightly_damaged', 'damaged', 'wet', 'opened')),
  battery text not null check (battery in ('unknown', 'none', 'installed', 'packed', 'loose')),
  goods_flags text[] not null,
  scale text not null check (scale in ('typed', 'hid', 'serial')),
  station text not null,
  note text not null,
  reason text not null,
  outcome text not null,
  replaced_number text,
  was_cancelled boolean not null default false,
  replaces_id uuid unique references receiving_records (id),
  recorded_at timestamptz not null,
  created_by uuid not null,
  created_at timestamptz not null,
  idempotency_key uuid not null unique,
  request_hash bytea not null,
  check (num_nulls(length_mm, width_mm, height_mm) in (0, 3)),
  check ((kind = 'corrected') = (replaces_id is not null))
);
create index receiving_records_of_parcel on receiving_records (inbound_parcel_id, sequence);
create index receiving_records_of_author on receiving_records (created_by, created_at);
comment on column receiving_records.sequence is 'The order of a parcel''s records; times may be equal.';
comment on column receiving_records.outcome is
  'What the scan turned out to be, for a repeated request.';
comment on column receiving_records.replaced_number is
  'The number under which the parcel was declared, where the one on its label took its place.';
comment on column receiving_records.was_cancelled is
  'Whether its customer had cancelled the parcel that was received all the same.';
comment on column receiving_records.recorded_at is
  'By the clock of the device, which may be wrong; created_at is by the server''s.';

-- Only what staff typed may be erased, when an account is closed.
create trigger receiving_records_are_append_only before update on receiving_records
  for each row when (
    new.note <> '' or new.reason <> ''
    or to_jsonb(new) - '{note,reason}'::text[]
      is distinct from to_jsonb(old) - '{note,reason}'::text[]
  ) execute function prevent_history_change();
create trigger receiving_records_are_never_deleted before delete on receiving_records
  for each row execute function prevent_history_change();
create trigger receiving_records_are_never_emptied before truncate on receiving_records
  for each statement execute function prevent_history_change();

create table inbound_parcel_claims (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references profiles (id),
  inbound_parcel_id uuid references inbound_parcels (id),
  tracking_number text not null check (tracking_number ~ '^[A-Z0-9-]{4,60}$'),
  note text not null check (char_length(note) <= 2000),
  state text not null check (state in ('open', 'granted', 'refused', 'withdrawn')),
  reason text not null default '' check (char_length(reason) <= 500),
  decided_by uuid,
  decided_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state in ('granted', 'refused')) = (decided_at is not null)),
  check (inbound_parcel_id is null or state = 'granted')
);
create unique index inbound_parcel_claims_open_number on inbound_parcel_claims (user_id, tracking_number)
  where state = 'open';
create index inbound_parcel_claims_of_user on inbound_parcel_claims (user_id, created_at desc);
create index inbound_parcel_claims_open on inbound_parcel_claims (created_at) where state = 'open';
create index inbound_parcel_claims_decided on inbound_parcel_claims (decided_at desc)
  where state in ('granted', 'refused');
create index inbound_parcel_claims_of_number on inbound_parcel_claims (tracking_number)
  where state = 'open';
comment on table inbound_parcel_claims is
  'Customers who say that a parcel without a known owner is theirs. Nothing is looked up when they do.';
comment on column inbound_parcel_claims.inbound_parcel_id is 'The parcel that was given to them.';
comment on column inbound_parcel_claims.reason is 'Why staff decided so; customers never read it.';

create table parcel_removals (
  id uuid primary key default gen_random_uuid(),
  inbound_parcel_id uuid not null references inbound_parcels (id),
  user_id uuid references profiles (id),
  kind text not null check (kind in ('return', 'dispose')),
  ground text not null check (ground in ('owner_agreed', 'long_stored', 'dangerous_goods')),
  consent text not null check (char_length(consent) <= 500),
  reason text not null check (char_length(reason) <= 500),
  image_id uuid not null,
  notice_until date,
  state text not null check (state in ('asked', 'confirmed', 'declined')),
  decision_reason text not null default '' check (char_length(decision_reason) <= 500),
  created_by uuid not null,
  created_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  check ((state = 'asked') = (decided_at is null)),
  check ((decided_by is null) = (decided_at is null)),
  -- Nobody alone gives away or destroys what belongs to somebody else.
  constraint parcel_removals_second_person_check check (state <> 'confirmed' or decided_by <> created_by)
);
create unique index parcel_removals_open on parcel_removals (inbound_parcel_id) where state = 'asked';
create index parcel_removals_of_parcel on parcel_removals (inbound_parcel_id, created_at desc);
create index parcel_removals_of_user on parcel_removals (user_id) where user_id is not null;
comment on table parcel_removals is
  'Parcels that staff ask to return to the sender or to dispose of, which a second person confirms.';
comment on column parcel_removals.user_id is 'Whose it was when it was asked; null: nobody knew.';
comment on column parcel_removals.consent is 'Where the owner agreed.';
comment on column parcel_removals.reason is 'The owner reads it.';
comment on column parcel_removals.image_id is 'The photo of the parcel that was taken for it.';
comment on column parcel_removals.notice_until is
  'The last day, in the time zone of the warehouse, on which its owner can still object; null: they need not be told.';
comment on column parcel_removals.decision_reason is 'Why it was declined.';

create table goods_items (
  inbound_parcel_id uuid not null references inbound_parcels (id),
  position integer not null check (position between 1 and 40),
  description text not null check (char_length(description) <= 100),
  description_original text not null check (char_length(description_original) <= 200),
  quantity integer not null check (quantity between 1 and 999),
  unit_value_minor bigint check (unit_value_minor between 1 and 100000000000),
  currency text check (currency ~ '^[A-Z]{3}$'),
  net_grams integer check (net_grams between 1 and 100000),
  hs_code text check (hs_code ~ '^([0-9]{6}|[0-9]{8}|[0-9]{10})$'),
  hs_code_source text check (hs_code_source in ('suggested', 'typed', 'staff')),
  origin_code text not null check (origin_code ~ '^[A-Z]{2}$'),
  merchant_product_id text not null check (char_length(merchant_product_id) <= 128),
  manufacturer_product_id text not null check (char_length(manufacturer_product_id) <= 64),
  standard_product_id text not null check (char_length(standard_product_id) <= 64),
  flags text[] not null check (flags <@ array[
    'liquid', 'powder', 'magnet', 'aerosol', 'blade', 'food', 'plant', 'medicine', 'branded', 'fragile',
    'oversize', 'flammable', 'lighter', 'counterfeit', 'cash', 'tobacco', 'weapon'
  ]),
  battery text not null check (battery in ('unknown', 'none', 'installed', 'packed', 'loose')),
  corrected_at timestamptz,
  primary key (inbound_parcel_id, position),
  check ((unit_value_minor is null) = (currency is null)),
  check ((hs_code is null) = (hs_code_source is null))
);
comment on table goods_items is
  'What is in parcels, for customs papers. A parcel without any has one piece of what was declared about it.';
comment on column goods_items.description is 'In Latin letters; empty where it is missing.';
comment on column goods_items.unit_value_minor is 'What one piece cost, in the smallest unit of the currency.';
comment on column goods_items.net_grams is 'Of all pieces; null: it gets its share of the parcel''s weight.';
comment on column goods_items.battery is
  'unknown: such goods often have one, and the customer has not said.';
comment on column goods_items.corrected_at is
  'When staff corrected its description or origin; null once its customer has signed that.';
comment on column goods_items.merchant_product_id is
  'Identifiers of the shop, the manufacturer and a standard, which some countries ask for.';

create table goods_proofs (
  id uuid primary key,
  inbound_parcel_id uuid not null references inbound_parcels (id),
  user_id uuid not null references profiles (id),
  state text not null check (state in ('sent', 'seen', 'not_enough')),
  seen_flags text[] not null default '{}',
  reason text not null default '' check (char_length(reason) <= 500),
  sent_at timestamptz not null,
  decided_by uuid,
  decided_at timestamptz,
  unique (inbound_parcel_id, user_id),
  check (state = 'sent' or decided_at is not null),
  check ((decided_by is null) = (decided_at is null))
);
create index goods_proofs_sent on goods_proofs (inbound_parcel_id) where state = 'sent';
create index goods_proofs_of_user on goods_proofs (user_id);
comment on table goods_proofs is
  'Proofs of what is in a parcel, such as data sheets, which its customer sends as files and staff look at.';
comment on column goods_proofs.seen_flags is
  'What rules are about in the parcel when its proof was seen: what is found in it later is not proven.';
comment on column goods_proofs.reason is 'Why it is not enough; its customer reads it.';
comment on column goods_proofs.decided_at is 'Of the last decision; of one that was sent again the one before.';
