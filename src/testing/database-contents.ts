import { sql } from "kysely";
import type { Database } from "#server/db/open.ts";

/** A digest of every table's rows by table name, with those of the job queue: to see whether anything changed. */
export async function contentsOf({ kysely }: Database): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') and has_table_privilege(schemaname || '.' || tablename, 'select')
      and tablename not in ('version', 'queue') order by 1, 2
  `.execute(kysely);
  // Not a query for each table: there are many.
  const digests = tables.map(
    ({ schema, name }) => sql`
      select ${schema === "public" ? name : `${schema}.${name}`}::text as name,
        coalesce(md5(string_agg(entry::text, ',' order by entry::text)), '') as digest
      from ${sql.table(`${schema}.${name}`)} as entry
    `,
  );
  const { rows } = await sql<{ name: string; digest: string }>`
    ${sql.join(digests, sql` union all `)} order by name
  `.execute(kysely);
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}
