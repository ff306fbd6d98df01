import { sql, type Kysely } from "kysely";

/** Storage locations, receiving records, photos of parcels, and what customers are notified about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
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

    alter table inbound_parcels
      add column storage_location_id uuid references storage_locations (id),
      add column weight_grams integer check (weight_grams between 1 and 100000),
      add column length_mm integer check (length_mm between 1 and 3000),
      add column width_mm integer check (width_mm between 1 and 3000),
      add column height_mm integer check (height_mm between 1 and 3000),
      add column condition text check (
        condition in ('perfect', 'slightly_damaged', 'damaged', 'wet', 'opened')
      ),
      add column battery text check (battery in ('unknown', 'none', 'installed', 'packed', 'loose')),
      add column goods_flags text[] not null default '{}',
      add column images_count integer not null default 0 check (images_count between 0 and 20);
    comment on column inbound_parcels.weight_grams is
      'Weight, sides, condition, battery and goods flags are those of the newest receiving record that counts.';
    create index inbound_parcels_of_storage_location on inbound_parcels (storage_location_id)
      where storage_location_id is not null and state in ('received', 'packed');
    -- A scan looks for a number among all customers.
    create index inbound_parcels_of_number on inbound_parcels (tracking_number, created_at desc)
      where tracking_number is not null;
    -- A near number is looked up in a few thousand forms, among those that are expected alone.
    create index inbound_parcels_expected_numbers on inbound_parcels (tracking_number)
      where state = 'expected';
    create index inbound_parcels_received on inbound_parcels (warehouse_id, received_at desc)
      where received_at is not null;

    create table receiving_records (
      id uuid primary key default gen_random_uuid(),
      sequence bigint generated always as identity,
      inbound_parcel_id uuid not null references inbound_parcels (id),
      kind text not null check (kind in ('received', 'measured_again', 'corrected', 'label_read')),
      weight_grams integer not null check (weight_grams between 1 and 100000),
      length_mm integer check (length_mm between 1 and 3000),
      width_mm integer check (width_mm between 1 and 3000),
      height_mm integer check (height_mm between 1 and 3000),
      condition text not null check (
        condition in ('perfect', 'slightly_damaged', 'damaged', 'wet', 'opened')
      ),
      battery text not null check (battery in ('unknown', 'none', 'installed', 'packed', 'loose')),
      goods_flags text[] not null,
      scale text not null check (scale in ('typed', 'hid', 'serial')),
      station text not null,
      note text not null,
      reason text not null,
      outcome text not null,
      replaces_id uuid unique references receiving_records (id),
      recorded_at timestamptz not null,
      created_by uuid not null,
      created_at timestamptz not null,
      idempotency_key uuid not null unique,
      request_hash bytea not null,
      check (num_nulls(length_mm, width_mm, height_mm) in (0, 3)),
      check ((kind = 'corrected') = (replaces_id is not null))
    );
    comment on column receiving_records.sequence is 'The order of a parcel''s records; times may be equal.';
    comment on column receiving_records.recorded_at is
      'By the clock of the device, which may be wrong; created_at is by the server''s.';
    comment on column receiving_records.outcome is 'What the scan turned out to be, for a repeated request.';
    create index receiving_records_of_parcel on receiving_records (inbound_parcel_id, sequence);
    create trigger receiving_records_are_append_only before update on receiving_records
      for each row execute function prevent_history_change();
    create trigger receiving_records_are_never_deleted before delete on receiving_records
      for each row execute function prevent_history_change();
    create trigger receiving_records_are_never_emptied before truncate on receiving_records
      for each statement execute function prevent_history_change();

    create table inbound_parcel_images (
      id uuid primary key default gen_random_uuid(),
      inbound_parcel_id uuid not null references inbound_parcels (id),
      kind text not null check (kind in ('outside', 'label', 'scale', 'contents', 'damage')),
      image_url text not null unique,
      thumbnail_url text not null unique,
      file_size integer not null check (file_size > 0),
      content_type text not null check (content_type in ('image/jpeg', 'image/png', 'image/webp')),
      uploaded_by uuid not null,
      idempotency_key uuid not null unique,
      created_at timestamptz not null
    );
    comment on column inbound_parcel_images.image_url is 'Key in the file store, not a URL.';
    create index inbound_parcel_images_of_parcel
      on inbound_parcel_images (inbound_parcel_id, created_at, id);

    alter table inbound_parcel_events drop constraint inbound_parcel_events_kind_check;
    alter table inbound_parcel_events add constraint inbound_parcel_events_kind_check check (kind in (
      'declared', 'declaration_changed', 'put_into_package', 'taken_out', 'received', 'measured_again',
      'corrected', 'stored', 'departed', 'cancelled', 'rejected', 'migrated'
    ));

    create table notifications (
      id bigint generated always as identity primary key,
      user_id uuid not null references profiles (id),
      kind text not null check (kind in (
        'parcel_received', 'parcel_undeclared', 'parcel_condition', 'parcel_goods', 'package_complete'
      )),
      subject_id uuid not null,
      -- Whatever happens twice is notified once.
      unique_key text not null unique,
      created_at timestamptz not null,
      emailed_at timestamptz
    );
    comment on column notifications.subject_id is 'The parcel, or the package that is complete.';
    create index notifications_to_email on notifications (user_id, created_at) where emailed_at is null;
    create index notifications_of_user on notifications (user_id, emailed_at desc);
  `.execute(db);
}
