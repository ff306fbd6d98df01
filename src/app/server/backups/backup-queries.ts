import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

export type TableInfo = {
  readonly name: string;
  /** In their order, without generated ones. */
  readonly columns: string[];
  /** The other tables that it references. */
  readonly parents: string[];
};

/** Everything read in the rest of the transaction is from the same moment. */
export async function beginSnapshot(db: Db): Promise<void> {
  await sql`set transaction isolation level repeatable read read only`.execute(db);
  await sql`select 1`.execute(db);
}

/** All tables, sorted by name. */
export async function listTables(db: Db): Promise<TableInfo[]> {
  const { rows } = await sql<TableInfo>`
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

/** The sequences that were used, with their last values. */
export async function listSequences(db: Db): Promise<{ name: string; value: string }[]> {
  const { rows } = await sql<{ name: string; value: string }>`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename
  `.execute(db);
  return rows;
}

/** The applied migrations, oldest first. */
export async function listMigrations(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from kysely_migration order by name
  `.execute(db);
  return rows.map((row) => row.name);
}

export type PendingJob = {
  readonly name: string;
  readonly data: unknown;
  readonly startsAt: Date;
};

/** The jobs that are not done yet; none when no server has ever run. */
export async function listPendingJobs(db: Db): Promise<PendingJob[]> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists
  `.execute(db);
  if (tables[0]?.exists !== true) return [];
  const { rows } = await sql<PendingJob>`
    select name, start_after as starts_at, case
      -- A dead letter gets its data from the job that failed.
      when source_name is null then data
      else jsonb_build_object('job', source_name, 'tries', source_retry_count + 1, 'reason',
        coalesce(source_output ->> 'message', source_output #>> '{value,message}', ''))
      end as data
    from pgboss.job
    where state in ('created', 'retry', 'active') order by created_on
  `.execute(db);
  return rows;
}

/** Empties the tables and disables their triggers, so that rows can be inserted as they were. */
export async function prepareTables(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} disable trigger user`.execute(db);
  }
  await sql`truncate ${sql.join(tables.map((table) => sql.id(table)))}`.execute(db);
}

export async function enableTriggers(db: Db, tables: readonly string[]): Promise<void> {
  for (const table of tables) {
    await sql`alter table ${sql.id(table)} enable trigger user`.execute(db);
  }
}

/** The next value of the sequence will follow `value`. */
export async function setSequence(db: Db, name: string, value: string): Promise<void> {
  await sql`select setval(${`public.${name}`}::regclass, ${value}::bigint, true)`.execute(db);
}

export async function countRows(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ count: string }>`
    select count(*)::text as count from ${sql.id(table)}
  `.execute(db);
  return Number(rows[0]?.count);
}

/** Updates the planner's statistics after a restore. */
export async function analyzeTables(db: Db): Promise<void> {
  await sql`analyze`.execute(db);
}

export async function insertBackup(
  db: Db,
  backup: { finishedAt: Date; sizeBytes: number },
): Promise<void> {
  await db.insertInto("backups").values(backup).execute();
}
