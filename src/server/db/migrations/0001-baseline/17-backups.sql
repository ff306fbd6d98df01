-- When backups were made, so that whoever watches the service sees when the last one was.

create table backups (
  id bigint generated always as identity primary key,
  finished_at timestamptz not null,
  size_bytes bigint not null check (size_bytes > 0)
);
