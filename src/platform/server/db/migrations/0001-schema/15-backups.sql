-- Backups, for the metric of the last one.

create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null,
  size_bytes bigint not null check (size_bytes > 0)
);
