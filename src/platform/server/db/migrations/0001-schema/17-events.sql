-- Events: the histories of packages, inbound parcels and ship requests.

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
    'package_confirmed', 'leg_added', 'leg_changed', 'leg_dates_changed', 'leg_status_changed', 'final_weight_changed', 'image_added',
    'image_deleted', 'qr_code_generated', 'qr_code_deleted', 'package_deleted'
  )),
  constraint events_kind_of_inbound_parcel check (subject_kind <> 'inbound_parcel' or kind in (
    'declared', 'declaration_changed', 'put_into_package', 'taken_out', 'received', 'measured_again', 'corrected',
    'stored', 'departed', 'cancelled', 'rejected', 'matched', 'merged', 'packed', 'unpacked',
    'owner_corrected', 'receiving_undone', 'return_asked', 'disposal_asked', 'removal_declined', 'returned', 'disposed'
  )),
  constraint events_kind_of_ship_request check (subject_kind <> 'ship_request' or kind in (
    'requested', 'parcels_changed', 'payment_mode_changed', 'recipient_changed', 'packing_started', 'taken_over',
    'parcel_missing', 'parcel_found', 'continued_without_missing', 'parcels_left_out', 'parcels_taken_out',
    'box_closed', 'box_opened', 'waiting', 'quoted_anew', 'accepted', 'extra_service_ordered',
    'extra_service_done', 'extra_service_refused', 'extra_service_cancelled', 'labelled', 'label_voided',
    'handed_over', 'taken_back', 'cancelled', 'shelved', 'declaration_changed', 'declaration_confirmed'
  ))
);
create index events_of_subject on events (subject_id, id);
create index events_in_transit on events (created_at)
  where subject_kind = 'package' and kind in ('package_status_changed', 'package_deleted')
    and (facts ->> 'before' = 'in_transit' or facts ->> 'after' = 'in_transit');
comment on table events is
  'The histories of packages, inbound parcels and ship requests; subject_id is the id of one.';
comment on column events.actor_id is 'null: the product itself, or what a carrier reports.';

-- Only what people typed may be removed, when an account is closed: names of images, notes, descriptions and reasons.
create trigger events_are_append_only before update on events
  for each row when (
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
