-- Used by several concepts: append-only tables, and text search.

create extension if not exists pg_trgm;

create function prevent_history_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed or removed', tg_table_name
    using errcode = 'restrict_violation';
end $$;

create function search_key(p_text text) returns text
  language sql immutable strict parallel safe
  return case when octet_length(p_text) = length(p_text) then lower(p_text)
    else lower(normalize(p_text, nfkc)) end;
comment on function search_key is
  'A text as searches compare it: letters and digits of any width and case are the same.';

-- With a lower cost, a search for a common letter is planned as a scan that computes the parts for every row.
create function search_parts(p_key text) returns text[]
  language sql immutable strict parallel safe cost 10000
  return array(select distinct substr(p_key, n, size)
    from generate_series(1, 3) size, generate_series(1, length(p_key) - size + 1) n);
comment on function search_parts is
  'All parts of one to three characters. Unlike pg_trgm, it finds one or two characters, in any script and locale.';

create function searched_parts(p_key text) returns text[]
  language sql immutable strict parallel safe
  return case when length(p_key) <= 3 then array[p_key]
    else array(select distinct substr(right(p_key, 6), n, 3)
      from generate_series(1, length(right(p_key, 6)) - 2) n) end;
comment on function searched_parts is
  'The parts by which a search is found; the end of a longer one is as selective as the whole.';

-- Searches match any part of a number. Groups of six characters are so rare that their posting lists stay short. The list of a
-- group of three grows with the table, so it is split by the month of creation and read from the newest month.

create function compared_number(p_number text) returns text
  language sql immutable strict parallel safe
  return upper(regexp_replace(p_number, '[\s-]', '', 'g'));
comment on function compared_number is 'A number as searches compare it: without spaces and dashes, in upper case.';
create function tracking_number_parts(p_number text) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct substr(p_number, n, 6) from generate_series(1, length(p_number) - 5) n);
create function month_number(p_at timestamptz) returns int
  language sql immutable strict parallel safe
  return (extract(year from p_at at time zone 'UTC') * 12 + extract(month from p_at at time zone 'UTC'))::int;
create function parts_of_month(p_text text, p_month int) returns text[]
  language sql immutable strict parallel safe
  return array(select distinct p_month || ' ' || substr(p_text, n, 3) from generate_series(1, length(p_text) - 2) n);
