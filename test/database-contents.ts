import { sql } from "kysely";
import type { Database } from "#platform/server/db/open.ts";

/** By database, what reads all its tables: compiling it took as long as running it. */
const queries = new WeakMap<Database, Promise<string>>();

/** A query that gives the digest of every table, not one for each: there are many. */
async function digestsQuery({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`
    select string_agg(format(
        'select %L as name, coalesce(md5(string_agg(entry::text, %L order by entry::text)), %L) as digest from %I.%I as entry',
        case schemaname when 'public' then tablename else schemaname || '.' || tablename end, ',', '', schemaname, tablename
      ), ' union all ' order by schemaname, tablename) as query
    from pg_tables
    where schemaname in ('public', 'pgboss') and has_table_privilege(schemaname || '.' || tablename, 'select')
      and tablename not in ('version', 'queue')
  `.execute(kysely);
  return rows[0]?.query ?? "";
}

/** A digest of every table's rows by table name, with those of the job queue: to see whether anything changed. */
export async function contentsOf(database: Database): Promise<Readonly<Record<string, string>>> {
  const query = queries.get(database) ?? digestsQuery(database);
  queries.set(database, query);
  const text = await query;
  return await database.kysely.transaction().execute(async (db) => {
    // Starting other processes for it took ten times as long as reading the tables.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
    const { rows } = await sql<{ name: string; digest: string }>`${sql.raw(text)}`.execute(db);
    return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
  });
}

/** Everything that a database holds as text, bytes in hexadecimal digits, by column, such as `public.users.email`. */
export type StoredTexts = ReadonlyMap<string, string>;

/** What stands in every column that can hold words, of the job queue too, in lower case. */
export async function storedTexts({ kysely }: Database): Promise<StoredTexts> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema in ('public', 'pgboss')
      and has_table_privilege(format('%I.%I', table_schema, table_name), 'select')
      and data_type in ('text', 'character varying', 'json', 'jsonb', 'ARRAY', 'bytea')
    order by 1, 2, ordinal_position
  `.execute(kysely);
  const contents = columns.map(
    ({ schema, table, column }) => sql`
      select ${`${schema}.${table}.${column}`}::text as place,
        lower(coalesce(string_agg(to_jsonb(${sql.ref(column)}) #>> '{}', ' '), '')) as content
      from ${sql.table(`${schema}.${table}`)}
    `,
  );
  const { rows } = await sql<{ place: string; content: string }>`
    ${sql.join(contents, sql` union all `)}
  `.execute(kysely);
  return new Map(rows.map(({ place, content }) => [place, content]));
}

/** The columns in which a word stands, also as bytes. */
export function placesIn(texts: StoredTexts, word: string): string[] {
  const bytes = Buffer.from(word).toString("hex");
  return [...texts]
    .filter(([, text]) => text.includes(word.toLowerCase()) || text.includes(bytes))
    .map(([place]) => place);
}

/** The columns of the database in which a word stands. */
export async function placesOf(database: Database, word: string): Promise<string[]> {
  return placesIn(await storedTexts(database), word);
}
