// Databases that a file of tests has left, as the next one finds a new one.
import type { Database } from "#platform/server/db/open.ts";

type Pool = Database["pool"];

/** More rows than these leave so many dead ones behind that a new database is quicker. */
const mostRows = 3_000;

/** A table that has more at the beginning is not written again: where a test has changed it, a new database is quicker. */
const mostWritten = 1_000;

/** The names of tables, with the columns that can be written. */
const tablesQuery = `
  select name as table,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = name::regclass and attnum > 0 and not attisdropped and attgenerated = '') as columns,
    format(
      'select %L as table, count(*)::int as rows, coalesce(max(xmin::text::bigint), 0)::text as newest from %s',
      name, name
    ) as "versionQuery"
  from pg_tables cross join lateral format('%I.%I', schemaname, tablename) as name
  where schemaname in ('public', 'pgboss') order by 1
`;

const sequencesQuery = `
  select format('setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value is not null) as setting
  from pg_sequences where schemaname in ('public', 'pgboss') order by 1
`;

/** How many rows a table has, and which transaction wrote the last one, in a copy too. */
type Version = { readonly table: string; readonly rows: number; readonly newest: string };

type TableContents = {
  readonly table: string;
  readonly versionQuery: string;
  readonly version: string;
  /** Statements after which it holds again what it holds at the beginning; null where it is not written again. */
  readonly statements: readonly string[] | null;
};

/** What a copy holds at the beginning. */
export type Contents = {
  readonly tables: readonly TableContents[];
  /** Sets what the counters give next. */
  readonly counters: string;
};

/** Those of a database's tables that were written again since. */
export type RestoredVersions = Map<string, string>;

const textOf = ({ rows, newest }: Version) => `${rows} ${newest}`;

async function versionsOf(
  pool: Pool,
  tables: readonly Pick<TableContents, "versionQuery">[],
): Promise<ReadonlyMap<string, Version>> {
  const query = tables.map(({ versionQuery }) => versionQuery).join(" union all ");
  const { rows } = await pool.query<Version>(query);
  return new Map(rows.map((version) => [version.table, version]));
}

/** Of what a schema is made; comments and statistics change nothing. */
const catalogues = [
  "pg_attrdef",
  "pg_attribute",
  "pg_class",
  "pg_constraint",
  "pg_default_acl",
  "pg_event_trigger",
  "pg_index",
  "pg_namespace",
  "pg_policy",
  "pg_proc",
  "pg_rewrite",
  "pg_trigger",
  "pg_type",
];

/** Differs once the tables of a database, what they do by themselves, rights or settings were changed, also where that was undone. */
export async function schemaVersion({ pool }: Pick<Database, "pool">): Promise<string> {
  const newest = "select concat(count(*), ' ', max(xmin::text::bigint)) as version from";
  const own = "(select oid from pg_database where datname = current_database())";
  const queries = [
    ...catalogues.map((name) => `${newest} ${name}`),
    `${newest} pg_database where oid = ${own}`,
    `${newest} pg_db_role_setting where setdatabase = ${own}`,
  ];
  const { rows } = await pool.query<{ version: string }>(queries.join(" union all "));
  return rows.map(({ version }) => version).join();
}

/** What this database holds, for its copies to hold it again. */
export async function describeContents({ pool }: Pick<Database, "pool">): Promise<Contents> {
  const { rows: found } = await pool.query<{
    table: string;
    columns: string;
    versionQuery: string;
  }>(tablesQuery);
  const versions = await versionsOf(pool, found);
  const tables: TableContents[] = [];
  for (const { table, columns, versionQuery } of found) {
    const version = versions.get(table);
    if (version === undefined) throw new Error(`There is no ${table}.`);
    const isKept = version.rows > mostWritten;
    const statements = isKept ? null : await rewriting(pool, table, columns);
    tables.push({ table, versionQuery, version: textOf(version), statements });
  }
  const { rows: sequences } = await pool.query<{ setting: string }>(sequencesQuery);
  return { tables, counters: `select ${sequences.map(({ setting }) => setting).join(", ")}` };
}

async function rewriting(pool: Pool, table: string, columns: string): Promise<string[]> {
  const query = `select quote_literal(jsonb_agg(to_jsonb(entry))::text) as contents from ${table} as entry`;
  const [found] = (await pool.query<{ contents: string | null }>(query)).rows;
  const deletion = `delete from ${table}`;
  if (typeof found?.contents !== "string") return [deletion];
  const insertion = `insert into ${table} (${columns}) overriding system value
    select ${columns} from jsonb_populate_recordset(null::${table}, ${found.contents})`;
  return [deletion, insertion];
}

/** Whether nothing but `database` is connected to it, and all of its connections are idle. */
async function isAtRest({ pool }: Database, owner: Pool): Promise<boolean> {
  const { rows } = await owner.query<{ count: number }>(`
    select count(*)::int from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()
  `);
  return rows[0]?.count === pool.totalCount && pool.idleCount === pool.totalCount;
}

/** A test has replaced it, to make calls fail or to count them. */
function isChanged({ pool }: Database): boolean {
  return pool.ending || Object.hasOwn(pool, "connect") || Object.hasOwn(pool, "query");
}

/**
 * Brings `database` back to the contents of the template; false when it is too full, or somebody still uses it. Only the tables
 * that were changed are written again: all of them take as long as many a file of tests.
 */
export async function restoreContents(
  database: Database,
  owner: Pool,
  { tables, counters }: Contents,
  restored: RestoredVersions,
): Promise<boolean> {
  if (isChanged(database) || !(await isAtRest(database, owner))) return false;
  database.takeFull();
  const versions = await versionsOf(owner, tables);
  const changed = tables.flatMap(({ table, version, ...rewritten }) => {
    const now = versions.get(table);
    const isAsBefore = now !== undefined && textOf(now) === (restored.get(table) ?? version);
    return isAsBefore ? [] : [{ ...rewritten, rows: now?.rows ?? 0 }];
  });
  const rowCount = changed.reduce((sum, { rows }) => sum + rows, 0);
  if (rowCount > mostRows || changed.some(({ statements }) => statements === null)) return false;
  const statements = [
    "begin",
    // Neither triggers, some of which refuse it, nor foreign keys.
    "set local session_replication_role = replica",
    ...changed.flatMap((table) => table.statements ?? []),
    counters,
    "commit",
  ];
  await owner.query(statements.join(";\n"));
  if (changed.length === 0) return true;
  const newVersions = await versionsOf(owner, changed);
  for (const version of newVersions.values()) restored.set(version.table, textOf(version));
  return true;
}
