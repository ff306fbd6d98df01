// The SQL of backups: what tables there are, and what a restore needs around their rows.
import { sql } from "kysely";
import type { Db } from "#server/db/open.ts";

export type TableFacts = {
  readonly name: string;
  /** The columns that are written, in their order. */
  readonly columns: string[];
  /** The other tables that its rows refer to. */
  readonly parents: string[];
};

/** From here to the end of the transaction everything that is read is of this one moment. */
export async function keepSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(db);
  await sql`select 1`.execute(db);
}

/** All tables, by name. */
export async function selectTables(db: Db): Promise<TableFacts[]> {
  const { rows } = await sql<TableFacts>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
        order by a.attnum) as columns,
      array(select distinct p.relname::text from pg_constraint k join pg_class p on p.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as parents
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname
  `.execute(db);
  return rows;
}

/** The sequences that were used, and the newest value of each. */
export async function selectSequences(db: Db): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename
  `.execute(db);
  return rows;
}

/** The migrations that have run, the oldest first. */
export async function selectMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{
    name: string;
  }>`select name from kysely_migration order by name`.execute(db);
  return rows.map((row) => row.name);
}

export type WaitingJob = {
  readonly name: string;
  readonly data: unknown;
  readonly startsAt: Date;
};

/** The jobs that are not done yet; none where no server has run. */
export async function selectWaitingJobs(db: Db): Promise<WaitingJob[]> {
  const { rows: found } = await sql<{ isThere: boolean }>`
    select to_regclass('pgboss.job') is not null as "isThere"
  `.execute(db);
  if (found[0]?.isThere !== true) return [];
  const { rows } = await sql<WaitingJob>`
    select name, start_after as "startsAt", case
      -- In the place of a job that was given up: what is to be told of that one.
      when source_name is null then data
      else jsonb_build_object('job', source_name, 'tries', source_retry_count + 1, 'reason',
        coalesce(source_output ->> 'message', source_output #>> '{value,message}', ''))
      end as data
    from pgboss.job
    where state in ('created', 'retry', 'active') order by created_on
  `.execute(db);
  return rows;
}

/** Readies the tables for rows as they were: none in them, and nothing of ours that looks at each. */
export async function emptyTables(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} disable trigger user`.execute(db);
  }
  await sql`truncate ${sql.join(tables.map((table) => sql.id(table)))}`.execute(db);
}

/** Lets the tables look at each row again. */
export async function watchTables(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} enable trigger user`.execute(db);
  }
}

/** Lets a sequence go on after `value`. */
export async function continueSequence(db: Db, name: string, value: string): Promise<void> {
  await sql`select setval(${`public.${name}`}::regclass, ${value}::bigint, true)`.execute(db);
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from ${sql.id(table)}
  `.execute(db);
  return Number(rows[0]?.count);
}

/** Lets the planner know what came. */
export async function gatherStatistics(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

/** Notes that a backup was made. */
export async function insertBackup(
  db: Db,
  facts: { finishedAt: Date; sizeBytes: number },
): Promise<void> {
  await db
    .insertInto("backups")
    .values({ finishedAt: facts.finishedAt, sizeBytes: facts.sizeBytes })
    .execute();
}
