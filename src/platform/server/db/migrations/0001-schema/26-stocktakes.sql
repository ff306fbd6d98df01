-- Stocktakes of storage locations.

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
comment on table stocktake_scans is
  'Where each parcel was found; the newest scan of a parcel counts.';
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
