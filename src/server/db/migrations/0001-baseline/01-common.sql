-- What several features use: searching within text, and history that is only ever added to.

create extension if not exists pg_trgm;

create function prevent_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'restrict_violation';
end $$;
