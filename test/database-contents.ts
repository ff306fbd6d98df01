import { sql } from "kysely";
import type { Database } from "#platform/server/db/open.ts";

/** Tables of the job queue that say what it can do. */
const leftOut = ["pgboss.version", "pgboss.queue"];

type Digests = ReadonlyMap<string, { readonly version: string; readonly digest: string }>;

/** What was read last of a database: the digest of a table is made again only where rows were written or deleted since. */
type LastRead = { readonly versionsQuery: string; readonly digests: Digests };
const lastReads = new WeakMap<Database, LastRead>();

/** Reads for each table how many rows it has and which transaction wrote the last one; not a query for each: there are many. */
async function versionsQueryOf({ kysely }: Database): Promise<string> {
  const { rows } = await sql<{ query: string }>`
    select string_agg(format(
        'select %L as name, %L as place, count(*) || %L || coalesce(max(entry.xmin::text::bigint), 0) as version from %I.%I as entry',
        case schemaname when 'public' then tablename else schemaname || '.' || tablename end,
        format('%I.%I', schemaname, tablename), ' ', schemaname, tablename
      ), ' union all ' order by schemaname, tablename) as query
    from pg_tables
    where schemaname in ('public', 'pgboss') and has_table_privilege(schemaname || '.' || tablename, 'select')
  `.execute(kysely);
  return rows[0]?.query ?? "";
}

/** A digest of every table's rows by table name, with those of the job queue: to see whether anything changed. */
export async function contentsOf(database: Database): Promise<Readonly<Record<string, string>>> {
  const last = lastReads.get(database);
  const versionsQuery = last?.versionsQuery ?? (await versionsQueryOf(database));
  const transaction = database.kysely.transaction().setIsolationLevel("repeatable read");
  const digests = await transaction.execute(async (db) => {
    // Starting other processes for it took ten times as long as reading the tables.
    await sql`set local max_parallel_workers_per_gather = 0`.execute(db);
    // A statement with a value is planned once for each connection, which takes longer than running it.
    const { rows: versions } = await sql<{ name: string; place: string; version: string }>`
      select name, place, version from (${sql.raw(versionsQuery)}) as versions
      where name <> all(${leftOut}::text[])
    `.execute(db);
    const changed = versions.filter(
      ({ name, version }) => last?.digests.get(name)?.version !== version,
    );
    const queries = changed.map(
      ({ name, place }) => sql`
        select ${sql.lit(name)} as name,
          coalesce(md5(string_agg(entry::text, ',' order by entry::text)), '') as digest
        from ${sql.raw(place)} as entry
      `,
    );
    const read = new Map<string, string>();
    if (queries.length > 0) {
      const { rows } = await sql<{ name: string; digest: string }>`
        ${sql.join(queries, sql` union all `)}
      `.execute(db);
      for (const { name, digest } of rows) read.set(name, digest);
    }
    return new Map(
      versions.map(({ name, version }) => {
        const digest = read.get(name) ?? last?.digests.get(name)?.digest ?? "";
        return [name, { version, digest }];
      }),
    );
  });
  lastReads.set(database, { versionsQuery, digests });
  return Object.fromEntries([...digests].map(([name, { digest }]) => [name, digest]));
}

/** Everything that a database holds as text, bytes in hexadecimal digits, by column, such as `public.users.email`. */
export type StoredTexts = ReadonlyMap<string, string>;

/** What stands in every column that can hold words, of the job queue too, in lower case. */
export async function storedTexts(
  { kysely }: Database,
  schemas: readonly ("public" | "pgboss")[] = ["public", "pgboss"],
): Promise<StoredTexts> {
  const { rows: columns } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column
    from information_schema.columns join pg_tables on schemaname = table_schema and tablename = table_name
    where table_schema = any(${schemas}::text[])
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
