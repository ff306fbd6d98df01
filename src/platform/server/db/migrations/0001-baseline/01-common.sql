-- Used by several features: text search, and append-only tables.

create extension if not exists pg_trgm;

create function prevent_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'restrict_violation';
end $$;
