import { sql } from "kysely";
import type { Database } from "#server/db/open.ts";

/** A digest of every table's rows by table name, with those of the job queue: to see whether anything changed. */
export async function contentsOf({ kysely }: Database): Promise<Readonly<Record<string, string>>> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select schemaname as schema, tablename as name from pg_tables
    where schemaname in ('public', 'pgboss') and has_table_privilege(schemaname || '.' || tablename, 'select')
      and tablename not in ('version', 'queue') order by 1, 2
  `.execute(kysely);
  const contents: Record<string, string> = {};
  for (const { schema, name } of tables) {
    const table = sql.table(`${schema}.${name}`);
    const { rows } = await sql<{ digest: string }>`
      select coalesce(md5(string_agg(entry::text, ',' order by entry::text)), '') as digest
      from ${table} as entry
    `.execute(kysely);
    contents[schema === "public" ? name : `${schema}.${name}`] = rows[0]?.digest ?? "";
  }
  return contents;
}
