// The SQL of the audit log, which is only ever added to and read.
import { sql, type RawBuilder } from "kysely";
import type { Db } from "#server/db/open.ts";
import type { AdminAction } from "./record-admin-action.ts";

/** Adds one entry; facts are kept as JSON. */
export async function insertAuditEntry(db: Db, entry: AdminAction): Promise<void> {
  await db
    .insertInto("audit_log")
    .values({
      actor_id: entry.actorId,
      action: entry.action,
      target: entry.target,
      before: entry.before === undefined ? null : JSON.stringify(entry.before),
      after: entry.after === undefined ? null : JSON.stringify(entry.after),
      reason: entry.reason ?? null,
      ip_address: entry.ipAddress ?? null,
      refusal: entry.refusal ?? null,
      created_at: entry.now,
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
  readonly refusal: string | null;
  readonly createdAt: Date;
};

function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
}

/** What every row asked for fulfils. A target may be named by what people call it. */
function conditionOf(filter: AuditFilter): RawBuilder<unknown> {
  const { actor, action, target, outcome, from, until } = filter;
  const conditions = [sql`true`];
  if (actor !== "") {
    conditions.push(sql`a.actor_id in (
      select id from profiles where email like ${containing(actor.toLowerCase())} limit 1000)`);
  }
  if (action !== "") conditions.push(sql`a.action = ${action}`);
  if (target !== "") {
    conditions.push(sql`a.target in (
      select ${target} union all
      select id::text from profiles where email = ${target.toLowerCase()} union all
      (select unnest(array[p.id, l.id])::text from packages p
        left join shipping_legs l on l.package_id = p.id
        where p.tracking_number like ${target.toUpperCase()} limit 1000))`);
  }
  if (outcome !== "all") {
    conditions.push(outcome === "done" ? sql`a.refusal is null` : sql`a.refusal is not null`);
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
  const { rows } = await sql<AuditRow>`
    select a.id, a.actor_id as "actorId", profiles.email as "actorEmail", a.action, a.target,
      a.before, a.after, a.reason, a.ip_address as "ipAddress", a.refusal,
      a.created_at as "createdAt"
    from audit_log a left join profiles on profiles.id = a.actor_id
    where ${conditionOf(filter)} and ${behind}
    order by a.created_at desc, a.id desc offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

/** How many entries are asked for, `most` at most. */
export async function countEntries(db: Db, filter: AuditFilter, most: number): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select from audit_log a where ${conditionOf(filter)} limit ${most}) found
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
