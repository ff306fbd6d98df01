// The SQL of the audit log, which is only ever added to and read.
import { sql, type RawBuilder } from "kysely";
import { plannedForItsValues } from "#server/db/named-statements.ts";
import type { Db } from "#server/db/open.ts";
import type { AdminAction } from "./record-admin-action.ts";

/** Adds one entry; facts are kept as JSON. */
export async function insertAuditEntry(db: Db, entry: AdminAction): Promise<void> {
  await db
    .insertInto("auditLog")
    .values({
      actorId: entry.actorId,
      action: entry.action,
      target: entry.target,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
      ipAddress: entry.ipAddress ?? null,
      errorCode: entry.errorCode ?? null,
      createdAt: entry.now,
    })
    .execute();
}

/** What of the log is asked for; empty texts and missing times ask for all. */
export type AuditFilter = {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: "all" | "done" | "refused";
  readonly from?: string | undefined;
  readonly until?: string | undefined;
};

export type AuditRow = {
  readonly id: bigint;
  readonly actorId: string | null;
  readonly actorEmail: string | null;
  readonly action: string;
  readonly target: string;
  readonly before: Record<string, unknown> | null;
  readonly after: Record<string, unknown> | null;
  readonly reason: string | null;
  readonly ipAddress: string | null;
  readonly errorCode: string | null;
  readonly createdAt: Date;
};

function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/**
 * Those who have entries and whose email contains `search`. The log is far longer than the list of who stands in it,
 * which the index gives without reading more than an entry of each.
 */
async function selectActorIds(db: Db, search: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive actors as (
      (select actor_id from audit_log where actor_id is not null order by actor_id limit 1)
      union all
      select (select l.actor_id from audit_log l where l.actor_id > actors.actor_id
        order by l.actor_id limit 1)
      from actors where actors.actor_id is not null
    ) select profiles.id from actors join profiles on profiles.id = actors.actor_id
    where email like ${containing(search.toLowerCase())} limit 1000
  `.execute(db);
  return rows.map(({ id }) => id);
}

/** What somebody may mean by `search`: an id, an account's email, or the number of a package, with its legs. */
async function selectTargets(db: Db, search: string): Promise<string[]> {
  const number = search.toUpperCase();
  const { rows } = await sql<{ id: string }>`
    select id::text from profiles where email = ${search.toLowerCase()}
    union all
    (select unnest(array[p.id, l.id])::text from packages p
      left join shipping_legs l on l.package_id = p.id
      where tracking_number_parts(p.tracking_number) @> array[${number.slice(-6)}::text]
        and p.tracking_number = ${number} limit 1000)
  `.execute(db);
  return [search, ...rows.map(({ id }) => id).filter((id) => id !== null)];
}

/** What every row asked for fulfils; names are looked up first, so that the log is read by its indexes. */
async function conditionOf(db: Db, filter: AuditFilter): Promise<RawBuilder<unknown>> {
  const { actor, action, target, outcome, from, until } = filter;
  const conditions = [sql`${sql.raw(plannedForItsValues)} true`];
  if (actor !== "") {
    const ids = await selectActorIds(db, actor);
    conditions.push(ids.length === 0 ? sql`false` : sql`a.actor_id = any(${ids}::uuid[])`);
  }
  if (action !== "") conditions.push(sql`a.action = ${action}`);
  if (target !== "") {
    conditions.push(sql`a.target = any(${await selectTargets(db, target)}::text[])`);
  }
  if (outcome !== "all") {
    conditions.push(outcome === "done" ? sql`a.error_code is null` : sql`a.error_code is not null`);
  }
  if (from !== undefined) conditions.push(sql`a.created_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`a.created_at < ${until}`);
  return sql.join(conditions, sql` and `);
}

/** Entries, newest first: those behind `after` when it is given, without the first `offset`. */
export async function selectEntries(
  db: Db,
  filter: AuditFilter,
  page: {
    readonly limit: number;
    readonly offset?: number;
    readonly after?: Pick<AuditRow, "id" | "createdAt"> | null;
  },
): Promise<AuditRow[]> {
  const { limit, offset = 0, after = null } = page;
  const behind =
    after === null ? sql`true` : sql`(a.created_at, a.id) < (${after.createdAt}, ${after.id})`;
  const condition = await conditionOf(db, filter);
  const { rows } = await sql<AuditRow>`
    select a.id, a.actor_id as "actorId", profiles.email as "actorEmail", a.action, a.target,
      a.before, a.after, a.reason, a.ip_address as "ipAddress", a.error_code,
      a.created_at as "createdAt"
    from audit_log a left join profiles on profiles.id = a.actor_id
    where ${condition} and ${behind}
    order by a.created_at desc, a.id desc offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

/** How many entries are asked for, `most` at most. */
export async function countEntries(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const condition = await conditionOf(db, filter);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select from audit_log a where ${condition} limit ${most}) found
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** Every action that is in the log, found by its index without reading all of it. */
export async function selectActions(db: Db): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    with recursive actions as (
      (select action from audit_log order by action limit 1)
      union all
      select (select a.action from audit_log a where a.action > actions.action
        order by a.action limit 1)
      from actions where actions.action is not null
    ) select action from actions where action is not null
  `.execute(db);
  return rows.map(({ action }) => action);
}

/** Whether the database lets the role of this connection add to the log and nothing else; owners may take triggers away. */
export async function isLogClosedByRight(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isClosed: boolean }>`
    select not has_table_privilege('audit_log', 'update, delete, truncate, trigger') as "isClosed"
  `.execute(db);
  return rows[0]?.isClosed === true;
}

/** What people call the things with these ids: emails of accounts, numbers of packages and of their legs. */
export async function selectNames(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text, email as name from profiles where id = any(${[...ids]}::uuid[])
    union all
    select id::text, tracking_number from packages where id = any(${[...ids]}::uuid[])
    union all
    select l.id::text, p.tracking_number || ', leg ' || l.leg_number
    from shipping_legs l join packages p on p.id = l.package_id
    where l.id = any(${[...ids]}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
