-- Settings of admins: one row for all servers.

create table settings (
  is_only boolean primary key default true check (is_only),
  allow_new_registrations boolean not null default true,
  maintenance_mode boolean not null default false,
  shipment_notifications boolean not null default true,
  payment_notifications boolean not null default true,
  payment_access_encrypted bytea,
  payment_version integer not null default 0,
  tracking_key_encrypted bytea,
  tracking_version integer not null default 0,
  tracking_failing_since timestamptz,
  over_weight_fee_cents integer check (over_weight_fee_cents between 1 and 100000),
  updated_at timestamptz not null default now()
);
comment on column settings.payment_access_encrypted is
  'The encrypted key, webhook secret and address of the provider; null: those of the environment.';
comment on column settings.payment_version is
  'Incremented with every change of payment_access_encrypted, so that servers reconnect to the provider.';
comment on column settings.tracking_key_encrypted is
  'The encrypted key of the tracking provider; null: that of the environment.';
comment on column settings.tracking_version is
  'Incremented with every change of tracking_key_encrypted, so that servers use the new key.';
comment on column settings.tracking_failing_since is
  'Since when requests to the tracking provider fail; null while they succeed.';
comment on column settings.over_weight_fee_cents is
  'For each started 500 g above what a plan carries; null: such a box is not sent.';

insert into settings default values;
