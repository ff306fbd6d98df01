import { sql, type Kysely } from "kysely";

/** Tracking numbers that are followed at a provider, what carriers report, and where a leg's status comes from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table shipping_legs
      add column carrier_code text references carriers (code),
      add column status_source text not null default 'staff'
        check (status_source in ('staff', 'carrier', 'route')),
      add column status_since timestamptz,
      add column departed_at timestamptz,
      add column arrived_at timestamptz,
      add column staff_status text
        check (staff_status in ('pending', 'in_transit', 'delivered', 'cancelled', 'voided')),
      add column staff_status_at timestamptz,
      add column question text check (question in (
        'contradiction', 'customs_information_required', 'attempt_failed', 'returning', 'returned',
        'damaged', 'lost', 'destroyed', 'refused', 'delayed', 'stopped'
      )),
      add column question_at timestamptz,
      add column questions_answered_at timestamptz,
      add check ((staff_status is null) = (staff_status_at is null)),
      add check ((question is null) = (question_at is null));
    comment on column shipping_legs.carrier_code is 'The carrier whose name or number it has; null for one that is not known.';
    comment on column shipping_legs.status_source is
      'staff, its carrier, or its route: movement of the next leg, or what was received at the warehouse.';
    comment on column shipping_legs.status_since is
      'When what the status comes from happened; null before this was recorded.';
    comment on column shipping_legs.staff_status is
      'The last status that staff set themselves. It stands against what happened before it.';
    comment on column shipping_legs.question is 'What staff are asked; derived from the events.';
    comment on column shipping_legs.questions_answered_at is 'What was received until then is answered.';
    create index shipping_legs_questions on shipping_legs (question_at, id) where question is not null;

    alter table package_events alter column actor_id drop not null;
    comment on column package_events.actor_id is 'null: nobody, a carrier reported it.';

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
    comment on table trackers is 'Tracking numbers that are followed at the tracking provider.';
    comment on column trackers.provider_carrier is 'The carrier''s key at the provider, as it found or was given it.';
    comment on column trackers.next_look_at is
      'Not earlier: a new one is registered, one that is followed is read again if it is silent.';
    comment on column trackers.refreshed_at is 'When somebody last asked for news.';
    comment on column trackers.attempts is 'Registrations that failed since the last one that succeeded.';
    create index trackers_to_follow on trackers (next_look_at, id) where state = 'new';
    create index trackers_followed on trackers (next_look_at, id) where state in ('following', 'not_found');
    create index trackers_listed on trackers (state, created_at desc, id desc);

    create table tracker_uses (
      id bigint generated always as identity primary key,
      tracker_id uuid not null references trackers (id),
      leg_id uuid references shipping_legs (id) on delete cascade,
      inbound_parcel_id uuid references inbound_parcels (id),
      since timestamptz not null,
      until timestamptz,
      check (num_nonnulls(leg_id, inbound_parcel_id) = 1)
    );
    comment on table tracker_uses is
      'Which leg or inbound parcel had the number, from when until when; one number may be on several.';
    create unique index tracker_uses_of_leg on tracker_uses (leg_id) where until is null and leg_id is not null;
    create unique index tracker_uses_of_parcel on tracker_uses (inbound_parcel_id)
      where until is null and inbound_parcel_id is not null;
    create index tracker_uses_of_tracker on tracker_uses (tracker_id) where until is null;
    create index tracker_uses_of_deleted_leg on tracker_uses (leg_id) where leg_id is not null;

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
      time_confidence text not null
        check (time_confidence in ('exact', 'local_without_zone', 'date', 'received')),
      description text not null check (char_length(description) <= 500),
      place text check (char_length(place) between 1 and 200),
      country text check (country ~ '^[A-Z]{2}$'),
      received_at timestamptz not null,
      created_by uuid,
      check (num_nonnulls(tracker_id, leg_id) = 1),
      check ((leg_id is null) = (created_by is null))
    );
    comment on table tracking_events is
      'What carriers report about a number, and what staff add to a leg; never changed.';
    comment on column tracking_events.leg_id is
      'The leg to which staff added it. Not a foreign key: it stays after the leg is deleted.';
    comment on column tracking_events.key is 'The same for a repeated event.';
    comment on column tracking_events.stage is 'null: a status of the provider that is not known.';
    comment on column tracking_events.local_time is 'As the carrier wrote it; only a day where it named no time.';
    comment on column tracking_events.occurred_at is
      'The moment, as well as time_confidence says; of a day its beginning, and received_at where the written time cannot be right.';
    comment on column tracking_events.description is 'The carrier''s words, untrusted.';
    create unique index tracking_events_of_tracker on tracking_events (tracker_id, key) where tracker_id is not null;
    create unique index tracking_events_of_leg on tracking_events (leg_id, key) where leg_id is not null;
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
      processed_at timestamptz
    );
    comment on table carrier_messages is
      'Webhooks of the tracking provider, stored before they are answered and processed afterwards.';
    comment on column carrier_messages.body is 'The signed bytes, whatever they contain.';
    comment on column carrier_messages.tracking_number is
      'The number that it is about, by which those that wait are processed together; null where it cannot be read.';
    create index carrier_messages_of_number on carrier_messages (tracking_number)
      where state in ('received', 'failed') and tracking_number is not null;
    create index carrier_messages_unfinished on carrier_messages (received_at, id)
      where state in ('received', 'failed');
    create index carrier_messages_done on carrier_messages (received_at) where state in ('processed', 'ignored');

    -- The timeline of a package and the details of a parcel show events.
    create function record_tracking_events_changes() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id)
        select distinct packages.user_id, 'package', packages.id
        from changed
          left join tracker_uses uses on uses.tracker_id = changed.tracker_id and uses.until is null
          join shipping_legs legs on legs.id = coalesce(changed.leg_id, uses.leg_id)
          join packages on packages.id = legs.package_id
        union
        select distinct parcels.user_id, 'inbound_parcel', parcels.id
        from changed
          join tracker_uses uses on uses.tracker_id = changed.tracker_id and uses.until is null
          join inbound_parcels parcels on parcels.id = uses.inbound_parcel_id
        on conflict do nothing;
      return null;
    end $$;
    create trigger tracking_events_record_inserts after insert on tracking_events
      referencing new table as changed
      for each statement execute function record_tracking_events_changes();
  `.execute(db);
}
