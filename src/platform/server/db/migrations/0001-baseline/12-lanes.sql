-- Suspended lanes: carriers that do not ship to a country.

create table suspended_lanes (
  id uuid primary key default gen_random_uuid(),
  carrier_id text not null check (carrier_id <> ''),
  service text check (service in ('air', 'surface')),
  destination_code text not null check (destination_code ~ '^[A-Z]{2}$'),
  reason text not null check (reason <> ''),
  source text,
  suspended_on date not null,
  confidence text not null check (confidence in ('announced', 'reported', 'rumoured')),
  suspended_by uuid,
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
comment on column suspended_lanes.suspended_by is 'Null: inserted by the migration.';

-- Known when the product was released.
insert into suspended_lanes
  (carrier_id, service, destination_code, reason, source, suspended_on, confidence, created_at)
select 'hk-post', service, 'US',
  'Hong Kong Post takes no items that contain goods to the United States, since duty-free entry ended there. Documents are still taken.',
  'News reports of its announcement of April 16, 2025; no resumption was found.',
  suspended_on, 'reported', now()
from (values ('air', date '2025-04-27'), ('surface', date '2025-04-16')) as known (service, suspended_on);
