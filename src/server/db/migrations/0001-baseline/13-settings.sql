-- The platform's settings: one row that staff change and every server obeys.

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
  'The provider''s key, webhook secret and address, sealed; null: the environment''s.';
comment on column settings.payment_version is
  'Goes up with every change of payment_access_encrypted, so that servers open the provider anew.';

insert into settings default values;
