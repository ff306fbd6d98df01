// What keeps searches for packages quick at any size: an index of parts of tracking numbers, and a wider one by time.
import { sql, type Kysely } from "kysely";

/**
 * Groups of six characters are so rare that the list of packages behind each stays short, where those of groups of
 * three grow with the table. The index by time also holds what a search looks at, so that a common part is found
 * without reading the packages themselves.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function tracking_number_parts(p_number text) returns text[]
      language sql immutable strict parallel safe
      return array(select distinct substr(p_number, n, 6) from generate_series(1, length(p_number) - 5) n);
    create index packages_tracking_number_sixes on packages
      using gin (tracking_number_parts(tracking_number)) with (fastupdate = off);

    drop index packages_newest;
    create index packages_newest on packages (created_at desc, id desc) include (user_id, tracking_number);

    drop index profiles_by_name;
    create index profiles_by_name on profiles (lower(full_name), id);
  `.execute(db);
}
