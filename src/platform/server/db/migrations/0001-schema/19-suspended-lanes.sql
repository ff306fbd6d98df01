-- Suspended lanes: carriers that do not ship to a country.

create table suspended_lanes (
  id uuid primary key default gen_random_uuid(),
  carrier_id text not null references carriers (code),
  service text check (service in ('air', 'surface')),
  destination_code text not null check (destination_code ~ '^[A-Z]{2}$'),
  reason text not null check (reason <> ''),
  source text,
  translations jsonb not null default '{}' check (jsonb_typeof(translations) = 'object'),
  suspended_on date not null,
  confidence text not null check (confidence in ('announced', 'reported', 'rumoured')),
  suspended_by uuid not null,
  created_at timestamptz not null,
  reopened_by uuid,
  reopened_at timestamptz,
  check (reopened_by is null or reopened_at is not null)
);
create unique index suspended_lanes_active_once
  on suspended_lanes (carrier_id, destination_code, coalesce(service, ''))
  where reopened_at is null;
comment on table suspended_lanes is
  'Carriers that do not ship to a country; reopened once reopened_at is set.';
comment on column suspended_lanes.service is 'Null: all services of the carrier.';
comment on column suspended_lanes.translations is
  'Reason and source by language; the columns are in English, and stand for what is missing.';
