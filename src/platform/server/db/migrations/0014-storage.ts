import { sql, type Kysely } from "kysely";

/** What storage costs, claims of parcels without a known owner, and stocktakes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table storage_rates (
      id uuid primary key default gen_random_uuid(),
      valid_from date not null,
      plan text check (plan in ('Basic', 'Super', 'Premium')),
      free_days integer not null check (free_days between 0 and 1000),
      day_cents integer not null check (day_cents between 0 and 100000),
      step_grams integer not null check (step_grams between 1 and 100000),
      volume_divisor integer not null check (volume_divisor between 1000 and 10000),
      cap_cents integer not null check (cap_cents between 0 and 10000000),
      source text not null check (char_length(source) between 1 and 200),
      created_by uuid,
      created_at timestamptz not null,
      unique nulls not distinct (valid_from, plan)
    );
    comment on table storage_rates is
      'What storage costs from a day on: free days, then cents a started day for each started step of weight, up to the cap.';
    comment on column storage_rates.plan is 'null: without a plan.';
    comment on column storage_rates.volume_divisor is
      'Cubic centimetres that count as a kilogram, where that is more than the weight.';
    insert into storage_rates
      (valid_from, plan, free_days, day_cents, step_grams, volume_divisor, cap_cents, source, created_at)
    select '2026-01-01', plan, free_days, 20, 5000, 6000, 2000, 'The first prices', now()
    from (values (null, 14), ('Basic', 30), ('Super', 60), ('Premium', 90)) first_rates (plan, free_days);
    create trigger storage_rates_are_append_only before update on storage_rates
      for each row execute function prevent_history_change();
    create trigger storage_rates_are_never_deleted before delete on storage_rates
      for each row execute function prevent_history_change();

    alter table inbound_parcels
      add column storage_from date,
      add column free_until date,
      add column storage_rate_id uuid references storage_rates (id),
      add column missing_since timestamptz,
      add check (num_nulls(storage_from, free_until, storage_rate_id) in (0, 3)),
      add check (free_until >= storage_from),
      add check (user_id is not null or free_until is null);
    comment on column inbound_parcels.storage_from is
      'The day in the warehouse from which its owner''s free days are counted; null without an owner.';
    comment on column inbound_parcels.free_until is 'The last day that costs nothing; never earlier than it was.';
    comment on column inbound_parcels.missing_since is 'When a stocktake did not find it; null once it is seen again.';
    create index inbound_parcels_in_storage on inbound_parcels (free_until)
      where free_until is not null and state in ('received', 'packed');
    create index inbound_parcels_delivered on inbound_parcels (courier_delivered_at)
      where state = 'expected' and courier_delivered_at is not null;
    create index inbound_parcels_missing on inbound_parcels (missing_since)
      where missing_since is not null;

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
      ) execute function prevent_shorter_storage();

    -- No day of storage is charged for the time before anybody could know what it costs.
    alter table inbound_parcels disable trigger inbound_parcels_record_updates;
    alter table inbound_parcels disable trigger inbound_parcels_record_previous;
    update inbound_parcels parcels
    set storage_from = counted.today, free_until = counted.today + rates.free_days, storage_rate_id = rates.id
    from profiles,
      (select warehouses.id, (now() at time zone warehouses.time_zone)::date as today from warehouses) counted,
      storage_rates rates
    where parcels.state in ('received', 'packed') and profiles.id = parcels.user_id
      and counted.id = parcels.warehouse_id and rates.plan is not distinct from profiles.subscription;
    alter table inbound_parcels enable trigger inbound_parcels_record_updates;
    alter table inbound_parcels enable trigger inbound_parcels_record_previous;

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
      idempotency_key uuid not null unique,
      request_hash bytea not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      check ((state in ('granted', 'refused')) = (decided_at is not null)),
      check (inbound_parcel_id is null or state = 'granted')
    );
    comment on table inbound_parcel_claims is
      'Customers who say that a parcel without a known owner is theirs. Nothing is looked up when they do.';
    comment on column inbound_parcel_claims.inbound_parcel_id is 'The parcel that was given to them.';
    comment on column inbound_parcel_claims.reason is 'Why staff decided so; customers never read it.';
    create unique index inbound_parcel_claims_open_number on inbound_parcel_claims (user_id, tracking_number)
      where state = 'open';
    create index inbound_parcel_claims_of_user on inbound_parcel_claims (user_id, created_at desc);
    create index inbound_parcel_claims_open on inbound_parcel_claims (created_at) where state = 'open';
    create index inbound_parcel_claims_decided on inbound_parcel_claims (decided_at desc)
      where state in ('granted', 'refused');
    create index inbound_parcel_claims_of_number on inbound_parcel_claims (tracking_number) where state = 'open';

    create table inbound_parcel_claim_files (
      id uuid primary key default gen_random_uuid(),
      claim_id uuid not null references inbound_parcel_claims (id),
      file_url text not null unique,
      file_size integer not null check (file_size > 0),
      content_type text not null
        check (content_type in ('image/jpeg', 'image/png', 'image/webp', 'application/pdf')),
      idempotency_key uuid not null unique,
      created_at timestamptz not null
    );
    comment on column inbound_parcel_claim_files.file_url is 'Key in the file store, not a URL.';
    create index inbound_parcel_claim_files_of_claim on inbound_parcel_claim_files (claim_id, created_at, id);

    create table stocktakes (
      id uuid primary key default gen_random_uuid(),
      warehouse_id uuid not null references warehouses (id),
      started_by uuid not null,
      started_at timestamptz not null,
      finished_by uuid,
      finished_at timestamptz,
      check ((finished_by is null) = (finished_at is null))
    );
    create unique index stocktakes_open on stocktakes (warehouse_id) where finished_at is null;
    create index stocktakes_of_warehouse on stocktakes (warehouse_id, started_at desc);

    create table stocktake_locations (
      stocktake_id uuid not null references stocktakes (id),
      storage_location_id uuid not null references storage_locations (id),
      first_scanned_at timestamptz not null,
      primary key (stocktake_id, storage_location_id)
    );
    comment on table stocktake_locations is 'The storage locations that were counted, empty ones too.';

    create table stocktake_scans (
      stocktake_id uuid not null references stocktakes (id),
      inbound_parcel_id uuid not null references inbound_parcels (id),
      storage_location_id uuid not null references storage_locations (id),
      scanned_at timestamptz not null,
      scanned_by uuid not null,
      primary key (stocktake_id, inbound_parcel_id)
    );
    comment on table stocktake_scans is 'Where each parcel was found; the newest scan of a parcel counts.';
    comment on column stocktake_scans.scanned_at is 'By the clock of the device.';

    create table stocktake_differences (
      stocktake_id uuid not null references stocktakes (id),
      inbound_parcel_id uuid not null references inbound_parcels (id),
      kind text not null check (kind in ('missing', 'misplaced')),
      recorded_location_id uuid references storage_locations (id),
      found_location_id uuid references storage_locations (id),
      primary key (stocktake_id, inbound_parcel_id),
      check ((kind = 'missing') = (found_location_id is null))
    );
    comment on table stocktake_differences is 'What a finished stocktake found, as it was then.';

    alter table inbound_parcel_events drop constraint inbound_parcel_events_kind_check;
    alter table inbound_parcel_events add constraint inbound_parcel_events_kind_check check (kind in (
      'declared', 'declaration_changed', 'put_into_package', 'taken_out', 'received', 'measured_again',
      'corrected', 'stored', 'departed', 'cancelled', 'rejected', 'migrated', 'matched', 'merged'
    ));

    alter table notifications drop constraint notifications_kind_check;
    alter table notifications add constraint notifications_kind_check check (kind in (
      'parcel_received', 'parcel_undeclared', 'parcel_condition', 'parcel_goods', 'package_complete',
      'storage_reminder', 'claim_decided'
    ));
    comment on column notifications.subject_id is 'The parcel, the package that is complete, or the claim.';

    -- Claims are shown with parcels, to the same readers.
    create trigger inbound_parcel_claims_record_inserts after insert on inbound_parcel_claims
      referencing new table as changed
      for each statement execute function record_inbound_parcels_changes();
    create trigger inbound_parcel_claims_record_updates after update on inbound_parcel_claims
      referencing new table as changed
      for each statement execute function record_inbound_parcels_changes();
  `.execute(db);
}
