-- Settings of admins: one row for all servers.

create table settings (
  is_only boolean primary key default true check (is_only),
  allow_new_registrations boolean not null default true,
  maintenance_mode boolean not null default false,
  shipment_notifications boolean not null default true,
  payment_notifications boolean not null default true,
  payment_access_encrypted bytea,
  payment_version integer not null default 0,
  updated_at timestamptz not null default now()
);
comment on column settings.payment_access_encrypted is
  'The encrypted key, webhook secret and address of the provider; null: those of the environment.';
comment on column settings.payment_version is
  'Incremented with every change of payment_access_encrypted, so that servers reconnect to the provider.';

insert into settings default values;
