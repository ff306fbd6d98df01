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

/** The columns, such as `public.users.email`, in which `word` stands in any row of the database, of the job queue too. */
export async function placesOf({ kysely }: Database, word: string): Promise<string[]> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema in ('public', 'pgboss')
      and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea', 'USER-DEFINED')
    order by 1, 2, ordinal_position
  `.execute(kysely);
  const searches = columns.map(({ schema, table, column }) => {
    const content = sql`${sql.ref(column)}`;
    // What is stored as bytes is searched as the text that it may be.
    const text = sql`coalesce(to_jsonb(${content}) #>> '{}', '')`;
    return sql`
      select ${`${schema}.${table}.${column}`}::text as place where exists (
        select from ${sql.table(`${schema}.${table}`)}
        where ${text} ilike ${`%${word}%`} or ${text} like ${`%${Buffer.from(word).toString("hex")}%`}
      )
    `;
  });
  const { rows } = await sql<{ place: string }>`${sql.join(searches, sql` union all `)}`.execute(
    kysely,
  );
  return rows.map(({ place }) => place);
}
