// The SQL about entries of the audit log as admins read them, with names of accounts, packages and legs.
import { sql, type RawBuilder } from "kysely";
import type { AuditOutcome } from "#platform/rules/list-page.ts";
import { normaliseTrackingNumber } from "#catalogue/rules/tracking-number-text.ts";
import { caseReference, soughtCaseNumber } from "#office/rules/case.ts";
import { packageName, parsePackageNumber } from "#goods/rules/package-number.ts";
import { parseMemberCode } from "#people/rules/member-code.ts";
import { manifestNumberText, soughtManifestNumber } from "#shipping/rules/manifest.ts";
import { shipRequestReference, soughtShipRequestNumber } from "#shipping/rules/shipping-label.ts";
import { containing, containsLongPart } from "#platform/server/db/search-by-part.ts";
import { plannedForItsValues } from "#platform/server/db/named-statements.ts";
import type { Db } from "#platform/server/db/open.ts";

/** Empty strings and missing times match everything. */
export type AuditFilter = {
  readonly actor: string;
  readonly action: string;
  readonly target: string;
  readonly outcome: AuditOutcome;
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

/**
 * The actors whose email contains `search`. The recursive query reads one index entry per actor instead of the whole
 * log.
 */
async function listActorIds(db: Db, search: string): Promise<string[]> {
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

const comparedNumber = sql`compared_number(tracking_number)`;

/**
 * The ids that `search` may mean: itself, the account with that email or member code, the package with that number and its
 * legs, also as a leg is named on the page, and parcels, labels, ship requests, manifests, cases, shelves and warehouses by the
 * numbers and codes that screens show.
 */
async function listTargetIds(db: Db, search: string): Promise<string[]> {
  const number = normaliseTrackingNumber(search.replace(/^P-\d+ · /, "").replace(/, leg \d$/, ""));
  const packageNumber = parsePackageNumber(search);
  const requestNumber = soughtShipRequestNumber(search);
  const memberCode = parseMemberCode(search);
  const { rows } = await sql<{ id: string }>`
    select id::text from profiles where email = ${search.toLowerCase()}
    union all
    (select unnest(array[p.id, l.id])::text from packages p
      left join shipping_legs l on l.package_id = p.id
      where tracking_number_parts(replace(p.tracking_number, '-', '')) @> array[${number.slice(-6)}::text]
        and replace(p.tracking_number, '-', '') = ${number} limit 1000)
    union all
    select unnest(array[p.id, l.id])::text from packages p
      left join shipping_legs l on l.package_id = p.id where p.number = ${packageNumber}::int
    union all
    (select id::text from inbound_parcels where ${containsLongPart(sql`searched_text`, number)}
      and ${number} in (label_code, compared_number(tracking_number)) limit 1000)
    union all
    (select id::text from labels where ${containsLongPart(comparedNumber, number)}
      and ${comparedNumber} = ${number} limit 1000)
    union all select id::text from ship_requests where number = ${requestNumber}::bigint
    union all select id::text from manifests where number = ${soughtManifestNumber(search)}::bigint
    union all select id::text from cases where number = ${soughtCaseNumber(search)}::bigint
    union all select id::text from storage_locations where compared_number(code) = ${number}
    union all select id::text from warehouses where lower(name) = ${search.toLowerCase()}
    union all select user_id::text from member_codes where code = ${memberCode.ok ? memberCode.code : null}
  `.execute(db);
  return [search, search.toLowerCase(), ...rows.map(({ id }) => id).filter((id) => id !== null)];
}

/** Names are resolved to ids first, so that the log is read by its indexes. */
async function conditionOf(db: Db, filter: AuditFilter): Promise<RawBuilder<unknown>> {
  const { actor, action, target, outcome, from, until } = filter;
  const conditions = [sql`${sql.raw(plannedForItsValues)} true`];
  if (actor !== "") {
    const ids = await listActorIds(db, actor);
    conditions.push(ids.length === 0 ? sql`false` : sql`a.actor_id = any(${ids}::uuid[])`);
  }
  if (action !== "") conditions.push(sql`a.action = ${action}`);
  if (target !== "") {
    conditions.push(sql`a.target = any(${await listTargetIds(db, target)}::text[])`);
  }
  if (outcome !== "all") {
    conditions.push(outcome === "done" ? sql`a.error_code is null` : sql`a.error_code is not null`);
  }
  if (from !== undefined) conditions.push(sql`a.created_at >= ${from}`);
  if (until !== undefined) conditions.push(sql`a.created_at < ${until}`);
  return sql.join(conditions, sql` and `);
}

/** Matching entries, newest first, starting after the entry `after` or at `offset`. */
export async function listAuditRows(
  db: Db,
  filter: AuditFilter,
  page: {
    readonly limit: number;
    readonly offset?: number;
    readonly after?: Pick<AuditRow, "id" | "createdAt"> | null;
  },
): Promise<AuditRow[]> {
  const { limit, offset = 0, after = null } = page;
  const position =
    after === null ? sql`true` : sql`(a.created_at, a.id) < (${after.createdAt}, ${after.id})`;
  const condition = await conditionOf(db, filter);
  const { rows } = await sql<AuditRow>`
    select a.id, a.actor_id, profiles.email as actor_email, a.action, a.target,
      a.before, a.after, a.reason, a.ip_address, a.error_code, a.created_at
    from audit_log a left join profiles on profiles.id = a.actor_id
    where ${condition} and ${position}
    order by a.created_at desc, a.id desc offset ${offset} limit ${limit}
  `.execute(db);
  return rows;
}

/** The number of matching entries; counting stops at `max`. */
export async function countEntries(db: Db, filter: AuditFilter, max: number): Promise<number> {
  const condition = await conditionOf(db, filter);
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total
    from (select from audit_log a where ${condition} limit ${max}) found
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** Every action in the log; reads one index entry per action instead of the whole log. */
export async function listActions(db: Db): Promise<string[]> {
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

/** Whether this connection's database role can only insert and read; an owner could drop the triggers. */
export async function isLogProtectedByPrivileges(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isProtected: boolean }>`
    select not has_table_privilege('audit_log', 'update, delete, truncate, trigger') as is_protected
  `.execute(db);
  return rows[0]?.isProtected === true;
}

/** `number` of what has one by which it is named. */
type NamedRow = { readonly id: string; readonly name: string } & (
  | { readonly kind: "text"; readonly number: null }
  | { readonly kind: "package" | "ship_request" | "manifest" | "case"; readonly number: bigint }
);

function nameOf(row: NamedRow, hasWarehouse: boolean): string {
  switch (row.kind) {
    case "text":
      return row.name;
    case "package":
      return hasWarehouse ? packageName(Number(row.number), row.name) : row.name;
    case "ship_request":
      return shipRequestReference(row.number);
    case "manifest":
      return manifestNumberText(row.number);
    case "case":
      return caseReference(row.number);
  }
}

/**
 * Names by id, as screens show them: emails of accounts, numbers of packages, their legs, parcels, labels, ship requests,
 * manifests and cases, codes of shelves, names of warehouses, and emails of invitations. With a warehouse packages have their short number too.
 */
export async function listTargetNames(
  db: Db,
  ids: readonly string[],
  hasWarehouse: boolean,
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<NamedRow>`
    with ids as (select unnest(${[...ids]}::uuid[]) as id)
    select ids.id::text, 'text' as kind, email as name, null::bigint as number from ids join profiles using (id)
    union all
    select ids.id::text, 'package', tracking_number, number from ids join packages using (id)
    union all
    select l.id::text, 'text', p.tracking_number || ', leg ' || l.leg_number, null
    from ids join shipping_legs l using (id) join packages p on p.id = l.package_id
    union all
    select ids.id::text, 'text', coalesce(tracking_number, label_code), null from ids join inbound_parcels using (id)
    union all
    select ids.id::text, 'text', tracking_number, null from ids join labels using (id)
    union all
    select ids.id::text, 'ship_request', '', number from ids join ship_requests using (id)
    union all
    select ids.id::text, 'manifest', '', number from ids join manifests using (id)
    union all
    select ids.id::text, 'case', '', number from ids join cases using (id)
    union all
    select ids.id::text, 'text', code, null from ids join storage_locations using (id)
    union all
    select ids.id::text, 'text', name, null from ids join warehouses using (id)
    union all
    select ids.id::text, 'text', email, null from ids join staff_invitations using (id)
  `.execute(db);
  return new Map(rows.map((row) => [row.id, nameOf(row, hasWarehouse)]));
}
