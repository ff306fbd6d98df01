// Databases that a file of tests has left, as the next one finds a new one.
import type { Database } from "#platform/server/db/open.ts";

type Pool = Database["pool"];

/** More rows than these leave so many dead ones behind that a new database is quicker. */
const mostRows = 3_000;

/** A table that has more at the beginning is not written again: where a test has changed it, a new database is quicker. */
const mostWritten = 1_000;

/** The names of tables, with the columns that can be written. */
const tablesQuery = `
  select format('%I.%I', schemaname, tablename) as table,
    (select string_agg(quote_ident(attname), ', ' order by attnum) from pg_attribute
      where attrelid = format('%I.%I', schemaname, tablename)::regclass
        and attnum > 0 and not attisdropped and attgenerated = '') as columns
  from pg_tables where schemaname in ('public', 'pgboss') order by 1
`;

const sequencesQuery = `
  select format('select setval(%L, %s, %L)', format('%I.%I', schemaname, sequencename),
    coalesce(last_value, start_value), last_value is not null) as statement
  from pg_sequences where schemaname in ('public', 'pgboss') order by 1
`;

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

/** Statements that make a copy of this database hold again what it holds now. */
export async function describeContents({ pool }: Pick<Database, "pool">): Promise<string> {
  const { rows: tables } = await pool.query<{ table: string; columns: string }>(tablesQuery);
  const statements: string[] = [];
  for (const { table, columns } of tables) {
    // How many rows it has, and which transaction wrote the last one, in a copy too.
    const version = `select count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as version, count(*)::int from ${table}`;
    const [kept] = (await pool.query<{ version: string; count: number }>(version)).rows;
    if (kept !== undefined && kept.count > mostWritten) {
      statements.push(`select version <> '${kept.version}' as is_changed from (${version}) as now`);
      continue;
    }
    statements.push(`delete from ${table}`);
    const query = `select quote_literal(jsonb_agg(to_jsonb(entry))::text) as contents from ${table} as entry`;
    const [found] = (await pool.query<{ contents: string | null }>(query)).rows;
    if (typeof found?.contents !== "string") continue;
    statements.push(
      `insert into ${table} (${columns}) overriding system value
        select ${columns} from jsonb_populate_recordset(null::${table}, ${found.contents})`,
    );
  }
  const { rows: sequences } = await pool.query<{ statement: string }>(sequencesQuery);
  return [
    "begin",
    // Neither triggers, some of which refuse it, nor foreign keys.
    "set local session_replication_role = replica",
    ...statements,
    ...sequences.map(({ statement }) => statement),
    "commit",
  ].join(";\n");
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

/** Brings `database` back to the contents of the template; false when it is too full, or somebody still uses it. */
export async function restoreContents(
  database: Database,
  owner: Pool,
  contents: string,
): Promise<boolean> {
  if (isChanged(database) || !(await isAtRest(database, owner))) return false;
  // One query of several statements has a result of each.
  const results = (await owner.query(contents)) as unknown as readonly {
    readonly command: string;
    readonly rowCount: number | null;
    readonly rows: readonly { readonly is_changed?: boolean }[];
  }[];
  const deleted = results
    .filter(({ command }) => command === "DELETE")
    .reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0);
  database.takeFull();
  const isKept = results.every(({ rows }) => rows[0]?.is_changed !== true);
  return isKept && deleted < mostRows;
}
