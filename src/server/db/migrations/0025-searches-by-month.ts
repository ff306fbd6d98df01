// What keeps searches for short parts quick at any size: parts of numbers by month, and pairs of an email's characters.
import { sql, type Kysely } from "kysely";

/**
 * The list behind a group of three characters grows with the table, so that its newest thousand were found by looking
 * at all. Split by the month of creation it is read from the newest month on, and no further than needed.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function month_number(p_at timestamptz) returns int
      language sql immutable strict parallel safe
      return (extract(year from p_at at time zone 'UTC') * 12 + extract(month from p_at at time zone 'UTC'))::int;
    create function parts_of_month(p_text text, p_month int) returns text[]
      language sql immutable strict parallel safe
      return array(select distinct p_month || ' ' || substr(p_text, n, 3) from generate_series(1, length(p_text) - 2) n);
    create index packages_tracking_number_months on packages
      using gin (parts_of_month(tracking_number, month_number(created_at))) with (fastupdate = off);
    drop index packages_tracking_number_parts;

    create function pairs_of(p_text text) returns text[]
      language sql immutable strict parallel safe
      return array(select distinct substr(p_text, n, size)
        from generate_series(1, length(p_text)) n, generate_series(1, 2) size);
    create index profiles_email_pairs on profiles using gin (pairs_of(email)) with (fastupdate = off);
  `.execute(db);
}
