-- Errors of servers and browsers, in groups of equal errors.

create table error_groups (
  id uuid primary key default gen_random_uuid(),
  fingerprint bytea not null unique,
  source text not null,
  error_message text not null,
  place text,
  times bigint not null check (times > 0),
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  resolved_at timestamptz,
  resolved_by uuid,
  check ((resolved_at is null) = (resolved_by is null))
);
create index error_groups_open on error_groups (last_seen_at desc, id desc)
  where resolved_at is null;
create index error_groups_newest on error_groups (last_seen_at desc, id desc);
comment on table error_groups is 'Errors with the same message and location.';

create table error_logs (
  id bigint generated always as identity primary key,
  error_message text not null,
  error_stack text,
  user_id uuid,
  source text not null,
  context text,
  created_at timestamptz not null default now(),
  group_id uuid not null references error_groups (id) on delete cascade
);
create index error_logs_user_id on error_logs (user_id);
create index error_logs_of_group on error_logs (group_id, created_at desc);
create index error_logs_by_time on error_logs (created_at);
