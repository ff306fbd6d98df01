import { sql, type Kysely } from "kysely";

/** Names in Latin letters for labels, texts in one form, and a search of names in any script. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table profiles add column latin_name text check (latin_name <> '');
    comment on column profiles.latin_name is
      'The name in Latin letters, which couriers print on labels; null where unknown or not needed.';
    alter table package_recipients add column latin_name text not null default '';

    create function search_key(p_text text) returns text
      language sql immutable strict parallel safe
      return case when octet_length(p_text) = length(p_text) then lower(p_text)
        else lower(normalize(p_text, nfkc)) end;
    comment on function search_key is
      'A text as searches compare it: letters and digits of any width and case are the same.';

    create function search_parts(p_key text) returns text[]
      language sql immutable strict parallel safe cost 10000
      return array(select distinct substr(p_key, n, size)
        from generate_series(1, 3) size, generate_series(1, length(p_key) - size + 1) n);
    comment on function search_parts is
      'All parts of one to three characters. Unlike pg_trgm, it finds one or two characters, in any script and locale.';

    -- Otherwise a search for a common letter is planned as a scan that computes it for every row.
    alter function pairs_of(text) cost 10000;

    create function searched_parts(p_key text) returns text[]
      language sql immutable strict parallel safe
      return case when length(p_key) <= 3 then array[p_key]
        else array(select distinct substr(right(p_key, 6), n, 3)
          from generate_series(1, length(right(p_key, 6)) - 2) n) end;
    comment on function searched_parts is
      'The parts by which a search is found; the end of a longer one is as selective as the whole.';

    create function name_key(p_full_name text, p_latin_name text) returns text
      language sql immutable parallel safe
      return search_key(p_full_name || ' ' || coalesce(p_latin_name, ''));
    drop index profiles_full_name_parts;
    create index profiles_name_parts on profiles
      using gin (search_parts(name_key(full_name, latin_name))) with (fastupdate = off);

    -- What was stored before gets the form that texts are stored in from now on, in which edits are compared.
    create function stored_form(p_text text) returns text
      language sql immutable strict parallel safe
      return case when octet_length(p_text) = length(p_text) then p_text
        else normalize(regexp_replace(p_text, '[\\u202A-\\u202E\\u2066-\\u2069]', '', 'g'), nfc) end;
    update profiles set
      full_name = stored_form(full_name),
      phone = stored_form(phone),
      address = stored_form(address),
      address_line2 = stored_form(address_line2),
      city = stored_form(city),
      state = stored_form(state),
      postal_code = stored_form(postal_code)
      where (full_name, phone, address, address_line2, city, state, postal_code) is distinct from
        (stored_form(full_name), stored_form(phone), stored_form(address), stored_form(address_line2), stored_form(city), stored_form(state), stored_form(postal_code));
    update package_recipients set
      name = stored_form(name),
      phone = stored_form(phone),
      address = stored_form(address),
      address_line2 = stored_form(address_line2),
      city = stored_form(city),
      state = stored_form(state),
      postal_code = stored_form(postal_code)
      where (name, phone, address, address_line2, city, state, postal_code) is distinct from
        (stored_form(name), stored_form(phone), stored_form(address), stored_form(address_line2), stored_form(city), stored_form(state), stored_form(postal_code));
    -- Open pages need not learn of it.
    alter table packages disable trigger packages_record_updates;
    update packages set description = stored_form(description)
      where description is distinct from stored_form(description);
    alter table packages enable trigger packages_record_updates;
    drop function stored_form;
  `.execute(db);
}
