-- Tracking: numbers that are followed at the provider, what carriers report, and how long legs take.

create table trackers (
  id uuid primary key default gen_random_uuid(),
  tracking_number text not null check (tracking_number ~ '^[A-Z0-9-]{4,60}$'),
  carrier_code text references carriers (code),
  state text not null check (state in ('new', 'following', 'not_found', 'ended', 'failed')),
  provider_carrier text check (char_length(provider_carrier) between 1 and 100),
  registered_at timestamptz,
  last_event_at timestamptz,
  next_look_at timestamptz not null,
  refreshed_at timestamptz,
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 500),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  unique nulls not distinct (tracking_number, carrier_code)
);
create index trackers_to_follow on trackers (next_look_at, id) where state = 'new';
create index trackers_followed on trackers (next_look_at, id) where state in ('following', 'not_found');
create index trackers_listed on trackers (state, created_at desc, id desc);
comment on table trackers is 'Tracking numbers that are followed at the tracking provider.';
comment on column trackers.provider_carrier is
  'The carrier''s key at the provider, as it found or was given it.';
comment on column trackers.next_look_at is
  'Not earlier: a new one is registered, one that is followed is read again if it is silent.';
comment on column trackers.refreshed_at is 'When somebody last asked for news.';
comment on column trackers.attempts is
  'Registrations that failed since the last one that succeeded.';

create table tracker_uses (
  id bigint generated always as identity primary key,
  tracker_id uuid not null references trackers (id),
  leg_id uuid references shipping_legs (id) on delete cascade,
  inbound_parcel_id uuid references inbound_parcels (id),
  since timestamptz not null,
  until timestamptz,
  check (num_nonnulls(leg_id, inbound_parcel_id) = 1)
);
create unique index tracker_uses_of_leg on tracker_uses (leg_id) where until is null and leg_id is not null;
create unique index tracker_uses_of_parcel on tracker_uses (inbound_parcel_id)
  where until is null and inbound_parcel_id is not null;
create index tracker_uses_of_tracker on tracker_uses (tracker_id) where until is null;
create index tracker_uses_of_deleted_leg on tracker_uses (leg_id) where leg_id is not null;
comment on table tracker_uses is
  'Which leg or inbound parcel had the number, from when until when; one number may be on several.';

create table tracking_events (
  id bigint generated always as identity primary key,
  tracker_id uuid references trackers (id),
  leg_id uuid,
  key bytea not null check (octet_length(key) = 32),
  stage text check (stage in (
    'announced', 'picked_up', 'moving', 'departed', 'arrived', 'customs', 'customs_released',
    'customs_information_required', 'out_for_delivery', 'ready_for_collection', 'attempt_failed',
    'delivered', 'returning', 'returned', 'damaged', 'lost', 'destroyed', 'refused', 'delayed',
    'stopped', 'unknown_number', 'expired'
  )),
  provider_status text not null check (char_length(provider_status) <= 100),
  occurred_at timestamptz not null,
  local_time text not null check (char_length(local_time) <= 40),
  utc_offset_minutes integer,
  time_confidence text not null check (
    time_confidence in ('exact', 'local_without_zone', 'date', 'received')
  ),
  description text not null check (char_length(description) <= 500),
  place text check (char_length(place) between 1 and 200),
  country text check (country ~ '^[A-Z]{2}$'),
  received_at timestamptz not null,
  created_by uuid,
  check (num_nonnulls(tracker_id, leg_id) = 1),
  check ((leg_id is null) = (created_by is null))
);
create unique index tracking_events_of_tracker on tracking_events (tracker_id, key)
  where tracker_id is not null;
create unique index tracking_events_of_leg on tracking_events (leg_id, key) where leg_id is not null;
comment on table tracking_events is
  'What carriers report about a number, and what staff add to a leg; never changed.';
comment on column tracking_events.leg_id is
  'The leg to which staff added it. Not a foreign key: it stays after the leg is deleted.';
comment on column tracking_events.key is 'The same for a repeated event.';
comment on column tracking_events.stage is 'null: a status of the provider that is not known.';
comment on column tracking_events.local_time is
  'As the carrier wrote it; only a day where it named no time.';
comment on column tracking_events.occurred_at is
  'The moment, as well as time_confidence says; of a day its beginning, and received_at where the written time cannot be right.';
comment on column tracking_events.description is 'The carrier''s words, untrusted.';
create trigger tracking_events_are_append_only before update on tracking_events
  for each row execute function prevent_history_change();
create trigger tracking_events_are_never_deleted before delete on tracking_events
  for each row execute function prevent_history_change();
create trigger tracking_events_are_never_emptied before truncate on tracking_events
  for each statement execute function prevent_history_change();

create table carrier_messages (
  id uuid primary key default gen_random_uuid(),
  content_hash bytea not null unique check (octet_length(content_hash) = 32),
  body bytea not null,
  tracking_number text check (char_length(tracking_number) between 1 and 60),
  state text not null check (state in ('received', 'processed', 'ignored', 'failed')),
  tracker_id uuid references trackers (id),
  attempts integer not null default 0 check (attempts >= 0),
  last_error text check (char_length(last_error) <= 500),
  received_at timestamptz not null,
  next_try_at timestamptz,
  processed_at timestamptz,
  check (next_try_at is null or state in ('received', 'failed')),
  check (state <> 'received' or next_try_at is not null)
);
create index carrier_messages_of_number on carrier_messages (tracking_number)
  where next_try_at is not null and tracking_number is not null;
create index carrier_messages_due on carrier_messages (next_try_at, id)
  where next_try_at is not null;
create index carrier_messages_unfinished on carrier_messages (received_at, id)
  where state in ('received', 'failed');
create index carrier_messages_done on carrier_messages (received_at) where state in ('processed', 'ignored');
comment on table carrier_messages is
  'Webhooks of the tracking provider, stored before they are answered and processed afterwards.';
comment on column carrier_messages.body is 'The signed bytes, whatever they contain.';
comment on column carrier_messages.tracking_number is
  'The number that it is about, by which those that wait are processed together; null where it cannot be read.';
comment on column carrier_messages.next_try_at is
  'When it is processed, the first time or again; null once it is done, or failed too often.';

create table lane_times (
  carrier_code text not null references carriers (code),
  service text not null check (service in ('air', 'surface', 'express', 'line')),
  origin text not null check (origin ~ '^[A-Z]{2}$'),
  destination text not null check (destination ~ '^[A-Z]{2}$'),
  month date not null check (extract(day from month) = 1),
  days_histogram integer[] not null check (
    array_ndims(days_histogram) = 1 and cardinality(days_histogram) = 61 and 0 <= all (days_histogram)
  ),
  silence_histogram integer[] not null check (
    array_ndims(silence_histogram) = 1 and cardinality(silence_histogram) = 61 and 0 <= all (silence_histogram)
  ),
  primary key (carrier_code, service, origin, destination, month)
);
create index lane_times_by_month on lane_times (month);
comment on table lane_times is
  'How long delivered legs took, by lane and month of arrival in UTC; aggregated every night.';
comment on column lane_times.days_histogram is
  'How many legs took 0 to 60 days from departure to arrival, begun days counted; 60 or more are the last.';
comment on column lane_times.silence_histogram is
  'How many legs were without news for 0 to 60 full days at the longest; only those of which a carrier reported something.';
