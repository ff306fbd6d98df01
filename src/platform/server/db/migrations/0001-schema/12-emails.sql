-- Queued emails, and the state of the digests to admins.

create table emails (
  id uuid primary key default gen_random_uuid(),
  recipient text not null,
  kind text not null,
  language text not null default 'en' check (language in ('en', 'zh-Hant-HK', 'zh-Hans')),
  payload_encrypted bytea,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index emails_waiting on emails (created_at) where sent_at is null;
create index emails_recipient on emails (recipient);

create table admin_digests (
  topic text primary key check (topic in ('shipments', 'payments')),
  notified_until timestamptz not null default now(),
  written_at timestamptz,
  waiting jsonb not null default '{}'
);
comment on column admin_digests.waiting is
  'Open work items of each kind at the last check.';

insert into admin_digests (topic) values ('shipments'), ('payments');
