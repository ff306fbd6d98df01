// The SQL about cases, and about the things that they are about.
import { sql, type RawBuilder } from "kysely";
import type { OpeningHours, OpeningTimes } from "#catalogue/rules/warehouse.ts";
import type { CaseSubject } from "#office/rules/case.ts";
import { packageNumberColumn } from "#goods/server/db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";

/** A case with its message, and the package of its thing where that still exists. */
export type CaseRow = RowOf<"cases"> & {
  readonly messageId: string;
  readonly text: string;
  readonly packageId: string | null;
};

async function listRows(db: Db, cases: RawBuilder<unknown>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.*, m.id as message_id, m.text, case c.subject
      when 'package' then (select id from packages where packages.id = c.subject_id)
      when 'ship_request' then
        (select package_id from ship_requests where ship_requests.id = c.subject_id)
      end as package_id
    from cases c join case_messages m on m.case_id = c.id ${cases}
  `.execute(db);
  return rows;
}

export async function findCase(db: Db, caseId: string): Promise<CaseRow | undefined> {
  return (await listRows(db, sql`where c.id = ${caseId}`))[0];
}

/** A customer's case; undefined also for another customer's. */
export async function findOwnCase(
  db: Db,
  userId: string,
  caseId: string,
): Promise<CaseRow | undefined> {
  return (await listRows(db, sql`where c.id = ${caseId} and c.user_id = ${userId}`))[0];
}

/** A customer's cases, the newest first; with null as limit, all of them. */
export async function listOwnCaseRows(
  db: Db,
  userId: string,
  limit: number | null,
): Promise<CaseRow[]> {
  return await listRows(
    db,
    sql`where c.user_id = ${userId} order by c.opened_at desc, c.number desc limit ${limit}`,
  );
}

/** The open cases `c`, of which `ids` may name some. */
const openCases = (ids: readonly string[] | undefined) =>
  ids === undefined
    ? sql`c.state <> 'closed'`
    : sql`c.state <> 'closed' and c.id = any(${[...ids]}::uuid[])`;

/** One page of the open cases, the earliest due first. */
export async function listOpenCaseRows(
  db: Db,
  page: {
    readonly ids: readonly string[] | undefined;
    readonly offset: number;
    readonly limit: number;
  },
): Promise<CaseRow[]> {
  return await listRows(
    db,
    sql`where ${openCases(page.ids)} order by c.due_at, c.id offset ${page.offset} limit ${page.limit}`,
  );
}

/** How many cases are open, and since when the oldest. */
export async function countOpenCases(
  db: Db,
  ids?: readonly string[],
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(opened_at) as oldest from cases c where ${openCases(ids)}
  `.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/** A customer's open cases, locked until the transaction ends. */
export async function lockOpenCases(db: Db, userId: string): Promise<RowOf<"cases">[]> {
  return await db
    .selectFrom("cases")
    .selectAll()
    .where("userId", "=", userId)
    .where("state", "<>", "closed")
    .orderBy("id")
    .forUpdate()
    .execute();
}

/** A case, locked until the transaction ends. */
export async function lockCase(db: Db, caseId: string): Promise<RowOf<"cases"> | undefined> {
  return await db
    .selectFrom("cases")
    .selectAll()
    .where("id", "=", caseId)
    .forUpdate()
    .executeTakeFirst();
}

/** Inserts a case with what its customer wrote; returns its id. */
export async function insertCase(db: Db, opened: InsertOf<"cases">, text: string): Promise<string> {
  const { id, userId } = await db
    .insertInto("cases")
    .values(opened)
    .returning(["id", "userId"])
    .executeTakeFirstOrThrow();
  const message = { caseId: id, userId, text, createdAt: opened.openedAt };
  await db.insertInto("caseMessages").values(message).execute();
  return id;
}

export async function updateCase(db: Db, caseId: string, change: UpdateOf<"cases">): Promise<void> {
  await db.updateTable("cases").set(change).where("id", "=", caseId).execute();
}

/** Closes the open cases of an account that is being closed, and erases what was written in all of them. */
export async function eraseCases(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    update cases set outcome = '', state = 'closed', closed_at = coalesce(closed_at, ${now})
    where user_id = ${userId}
  `.execute(db);
  await sql`update case_messages set text = '' where user_id = ${userId}`.execute(db);
}

/** What a case is opened about. */
export type CaseThing = {
  readonly name: string;
  readonly isDelivered: boolean;
  readonly warehouseId: string | null;
};

const things: Readonly<Record<CaseSubject, RawBuilder<unknown>>> = {
  inbound_parcel: sql`select coalesce(tracking_number, label_code) as name, null::bigint as number, false as is_delivered,
    warehouse_id, user_id, id from inbound_parcels`,
  package: sql`select ${packageNumberColumn(sql`packages`)} as name, null::bigint as number, status = 'delivered' as is_delivered,
    (select warehouse_id from inbound_parcels where package_id = packages.id
      order by warehouse_id nulls last limit 1) as warehouse_id, user_id, id from packages`,
  ship_request: sql`select '' as name, number, false as is_delivered,
    warehouse_id, user_id, id from ship_requests`,
  account: sql`select '' as name, null::bigint as number, false as is_delivered, null::uuid as warehouse_id, id as user_id,
    id from profiles`,
};

/** A customer's thing; undefined also for another customer's. */
export async function findOwnThing(
  db: Db,
  userId: string,
  { subject, subjectId }: { readonly subject: CaseSubject; readonly subjectId: string },
): Promise<CaseThing | undefined> {
  const { rows } = await sql<CaseThing & { readonly number: bigint | null }>`
    select name, number, is_delivered, warehouse_id from (${things[subject]}) things
    where id = ${subjectId} and user_id = ${userId}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return undefined;
  const { number, ...thing } = row;
  return number === null ? thing : { ...thing, name: shipRequestReference(number) };
}

/** When a warehouse is open, else the first that opened; undefined before there is one. */
export async function findOpeningTimes(
  db: Db,
  warehouseId: string | null,
): Promise<OpeningTimes | undefined> {
  const { rows } = await sql<{
    readonly openingHours: OpeningHours;
    readonly closedDays: string[];
    readonly timeZone: string;
  }>`
    select opening_hours, closed_days::text[] as closed_days, time_zone from warehouses
    where opened_at is not null
    order by id = ${warehouseId}::uuid desc nulls last, opened_at, id limit 1
  `.execute(db);
  return rows[0];
}
