import { sql, type Kysely } from "kysely";

/** One table of events for the histories of packages, inbound parcels and ship requests, each of which had its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop table package_events, inbound_parcel_events, ship_request_events;
    drop function record_package_events_changes();

    -- Without foreign keys: the history remains after a package is deleted.
    create table events (
      id bigint generated always as identity primary key,
      subject_kind text not null check (subject_kind in ('package', 'inbound_parcel', 'ship_request')),
      subject_id uuid not null,
      kind text not null,
      facts jsonb not null check (jsonb_typeof(facts) = 'object'),
      actor text not null check (actor in ('customer', 'staff', 'system')),
      actor_id uuid,
      created_at timestamptz not null,
      check ((actor = 'system') = (actor_id is null)),
      constraint events_kind_of_package check (subject_kind <> 'package' or kind in (
        'package_created', 'package_status_changed', 'package_changed', 'recipient_changed', 'package_cancelled',
        'leg_added', 'leg_changed', 'leg_dates_changed', 'leg_status_changed', 'final_weight_changed', 'image_added',
        'image_deleted', 'qr_code_generated', 'qr_code_deleted', 'package_deleted'
      )),
      constraint events_kind_of_inbound_parcel check (subject_kind <> 'inbound_parcel' or kind in (
        'declared', 'declaration_changed', 'put_into_package', 'taken_out', 'received', 'measured_again', 'corrected',
        'stored', 'departed', 'cancelled', 'rejected', 'migrated', 'matched', 'merged', 'packed', 'unpacked'
      )),
      constraint events_kind_of_ship_request check (subject_kind <> 'ship_request' or kind in (
        'requested', 'parcels_changed', 'payment_mode_changed', 'recipient_changed', 'packing_started', 'taken_over',
        'parcel_missing', 'parcel_found', 'continued_without_missing', 'parcels_left_out', 'parcels_taken_out',
        'box_closed', 'box_opened', 'waiting', 'quoted_anew', 'accepted', 'extra_service_ordered',
        'extra_service_done', 'extra_service_refused', 'extra_service_cancelled', 'labelled', 'label_voided',
        'handed_over', 'taken_back', 'cancelled', 'shelved'
      ))
    );
    comment on table events is 'The histories of packages, inbound parcels and ship requests; subject_id is the id of one.';
    comment on column events.actor_id is 'null: the product itself, or what a carrier reports.';
    create index events_of_subject on events (subject_id, id);
    create index events_in_transit on events (created_at)
      where subject_kind = 'package' and kind in ('package_status_changed', 'package_deleted')
        and (facts ->> 'before' = 'in_transit' or facts ->> 'after' = 'in_transit');

    -- Only what people typed may be removed, when an account is closed: names of images, notes, descriptions and reasons.
    create trigger events_are_append_only before update on events for each row when (
      to_jsonb(new) - 'facts' is distinct from to_jsonb(old) - 'facts'
      or new.facts is distinct from case
        when old.subject_kind = 'ship_request' then old.facts - 'reason'
        when old.subject_kind = 'package' and old.kind in (
          'image_added', 'image_deleted', 'leg_changed', 'package_changed', 'package_cancelled'
        ) then old.facts - array['before', 'after']
      end
    ) execute function prevent_history_change();
    create trigger events_are_never_deleted before delete on events
      for each row execute function prevent_history_change();
    create trigger events_are_never_emptied before truncate on events
      for each statement execute function prevent_history_change();

    create function record_events_changes() returns trigger language plpgsql as $$
    begin
      if (select count(*) from (select from changed where subject_kind = 'package' limit 1001) as first_rows) > 1000 then
        insert into changes (user_id, topic, subject_id) values (null, 'everything', null)
          on conflict do nothing;
      else
        insert into changes (user_id, topic, subject_id)
          select distinct packages.user_id, 'package', packages.id
          from changed join packages on packages.id = changed.subject_id
          where changed.subject_kind = 'package'
          on conflict do nothing;
      end if;
      return null;
    end $$;
    create trigger events_record_inserts after insert on events
      referencing new table as changed
      for each statement execute function record_events_changes();
  `.execute(db);
}
