import { sql, type Kysely } from "kysely";

/** Notifications that customers read in the product, more kinds of them, and which of them they turned off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table notifications rename column unique_key to dedupe_key;
    alter table notifications
      drop constraint notifications_unique_key_key,
      drop constraint notifications_kind_check,
      add column payload jsonb not null default '{}' check (jsonb_typeof(payload) = 'object'),
      add column read_at timestamptz;
    -- The kind is part of the constraint now, and no longer of the key.
    update notifications set
      dedupe_key = regexp_replace(dedupe_key, '^' || kind || ' ', ''),
      -- They were emailed, and nobody has to read them again.
      read_at = created_at,
      payload = jsonb_strip_nulls(jsonb_build_object(
        'number', coalesce(
          (select coalesce(tracking_number, label_code) from inbound_parcels where id = subject_id),
          (select tracking_number from packages where id = subject_id),
          (select tracking_number from inbound_parcel_claims where id = subject_id)
        ),
        'variant', case kind
          when 'claim_decided' then (select state from inbound_parcel_claims where id = subject_id)
          when 'storage_reminder' then case when dedupe_key ~ ' -[0-9]+$' then 'over' else 'due' end
        end
      ));
    alter table notifications
      alter column payload drop default,
      add constraint notifications_once unique (user_id, kind, dedupe_key),
      add constraint notifications_kind_check check (kind in (
        'package_moved', 'package_ready_for_collection', 'package_late', 'package_complete', 'parcel_received',
        'parcel_undeclared', 'claim_decided', 'parcel_condition', 'parcel_goods', 'storage_reminder',
        'deposit_received', 'wallet_charged', 'low_balance', 'plan_renewed', 'plan_changed', 'payment_failed',
        'deposit_refunded', 'deposit_disputed', 'payout_settled'
      ));
    comment on column notifications.dedupe_key is 'Whatever happens twice is notified once.';
    comment on column notifications.subject_id is
      'The parcel, package or claim; of money the deposit, charge, subscription, payout or customer.';
    comment on column notifications.payload is 'Facts for its sentence, which is written when it is read.';
    create index notifications_inbox on notifications (user_id, id desc);
    create index notifications_unread on notifications (user_id) where read_at is null;
    create index notifications_of_age on notifications (created_at);

    create table notification_preferences (
      user_id uuid not null references profiles (id),
      kind text not null,
      channel text not null check (channel in ('email')),
      primary key (user_id, kind, channel)
    );
    comment on table notification_preferences is 'What customers turned off; without a row it is on.';

    create function record_notifications_changes() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id)
        select distinct user_id, 'notification', user_id from changed
        on conflict do nothing;
      return null;
    end $$;
    create trigger notifications_record_changes after insert on notifications
      referencing new table as changed
      for each statement execute function record_notifications_changes();

    create function record_notifications_read() returns trigger language plpgsql as $$
    begin
      insert into changes (user_id, topic, subject_id)
        select distinct changed.user_id, 'notification', changed.user_id
        from changed join before using (id) where changed.read_at is distinct from before.read_at
        on conflict do nothing;
      return null;
    end $$;
    create trigger notifications_record_reading after update on notifications
      referencing old table as before new table as changed
      for each statement execute function record_notifications_read();
  `.execute(db);
}
