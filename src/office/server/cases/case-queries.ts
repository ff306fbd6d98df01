// The SQL about cases, and about the things that they are about.
import { sql, type RawBuilder } from "kysely";
import type { OpeningHours, OpeningTimes } from "#catalogue/rules/warehouse.ts";
import type { TransactionType } from "#money/rules/ledger.ts";
import type { CaseSubject } from "#office/rules/case.ts";
import { packageNumberColumn } from "#goods/server/db/package-name.ts";
import type { Db } from "#platform/server/db/open.ts";
import { shipRequestReference } from "#shipping/rules/shipping-label.ts";
import type { InsertOf, RowOf, UpdateOf } from "#platform/server/db/tables.ts";
import { findEvidence } from "./evidence-queries.ts";
import { openCases, type OpenCases } from "./open-case-queries.ts";

/**
 * A case with what was written first by either side, the transaction that it is about, the package of its thing where that still exists, and
 * the number of the case that it goes on with.
 */
export type CaseRow = RowOf<"cases"> & {
  readonly firstMessageId: string | null;
  readonly text: string | null;
  readonly transactionType: TransactionType | null;
  readonly transactionCents: bigint | null;
  readonly transactionAt: Date | null;
  readonly packageId: string | null;
  readonly previousNumber: bigint | null;
  readonly grantedByEmail: string | null;
};

async function listRows(db: Db, cases: RawBuilder<unknown>): Promise<CaseRow[]> {
  const { rows } = await sql<CaseRow>`
    select c.*, first.id as first_message_id, first.text, t.type as transaction_type,
      t.amount_cents as transaction_cents, t.created_at as transaction_at, previous.number as previous_number,
      granter.email as granted_by_email,
      case c.subject
        when 'package' then (select id from packages where packages.id = c.subject_id)
        when 'ship_request' then
          (select package_id from ship_requests where ship_requests.id = c.subject_id)
      end as package_id
    from cases c
      left join lateral (
        select id, text from case_messages where case_id = c.id and sender <> 'system' and not is_internal
        order by created_at, number limit 1
      ) first on true
      left join transactions t on c.subject = 'transaction' and t.id = c.subject_id
      left join cases previous on previous.id = c.previous_id
      left join profiles granter on granter.id = c.granted_by
    ${cases}
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

/** A customer's cases, those with the newest messages first; with null as limit, all of them. */
export async function listOwnCaseRows(
  db: Db,
  userId: string,
  limit: number | null,
): Promise<CaseRow[]> {
  return await listRows(
    db,
    sql`where c.user_id = ${userId} order by c.last_at desc, c.number desc limit ${limit}`,
  );
}

/** The newest photos of the parcels that cases are about, by themselves or in a package: the id of a file, by case. */
export async function listPictures(
  db: Db,
  cases: readonly Pick<RowOf<"cases">, "id">[],
): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ caseId: string; fileId: string }>`
    select c.id as case_id, picture.id as file_id
    from cases c cross join lateral (
      select f.id from files f join (
        select p.id from inbound_parcels p where c.subject = 'inbound_parcel' and p.id = c.subject_id
        union all select p.id from inbound_parcels p where c.subject = 'package' and p.package_id = c.subject_id
        union all select p.id from inbound_parcels p join ship_requests r on r.package_id = p.package_id
          where c.subject = 'ship_request' and r.id = c.subject_id
      ) parcels on parcels.id = f.owner_id
      where f.owner_kind = 'inbound_parcel' and f.thumbnail_key is not null
      order by f.created_at desc, f.id limit 1
    ) picture where c.id = any(${cases.map(({ id }) => id)}::uuid[])
  `.execute(db);
  return new Map(rows.map(({ caseId, fileId }) => [caseId, fileId]));
}

/** One page of the open cases: the earliest due first, then those that wait for their customers. */
export async function listOpenCaseRows(
  db: Db,
  page: OpenCases & {
    readonly offset: number;
    readonly limit: number;
  },
): Promise<CaseRow[]> {
  return await listRows(
    db,
    sql`where ${openCases(page)} order by c.due_at, c.waiting_since, c.id
      offset ${page.offset} limit ${page.limit}`,
  );
}

/** How many cases are open, of those that are listed. */
export async function countOpenCases(db: Db, listed: OpenCases): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from cases c where ${openCases(listed)}
  `.execute(db);
  return rows[0]?.count ?? 0;
}

/** How many cases, of which `ids` may name some, wait for staff, and since when the oldest. */
export async function countWaitingCases(
  db: Db,
  ids: readonly string[] | undefined,
): Promise<{ readonly count: number; readonly oldest: Date | null }> {
  const { rows } = await sql<{ count: number; oldest: Date | null }>`
    select count(*)::int as count, min(waiting_since) as oldest from cases c
    where c.state = 'waiting_for_us' and ${openCases({ ids })}
  `.execute(db);
  return rows[0] ?? { count: 0, oldest: null };
}

/**
 * How soon the cases that were opened after `since` were answered first, of those that were or are late by `now`. What its
 * customer closed before does not count.
 */
export async function computeAnswerTimes(
  db: Db,
  { since, now }: { readonly since: Date; readonly now: Date },
): Promise<
  | {
      readonly count: number;
      readonly medianSeconds: number | null;
      readonly inTimeCount: number;
    }
  | undefined
> {
  const { rows } = await sql<{
    count: number;
    medianSeconds: number | null;
    inTimeCount: number;
  }>`
    select count(*)::int as count,
      percentile_cont(0.5) within group (order by extract(epoch from first_answered_at - opened_at)) as median_seconds,
      count(*) filter (where first_answered_at <= first_due_at)::int as in_time_count
    from cases where opened_at > ${since} and first_due_at is not null
      and (first_answered_at is not null or (state <> 'closed' and first_due_at < ${now}))
  `.execute(db);
  return rows[0];
}

/** A message with the code of what was chosen of its choices. */
export type MessageRow = RowOf<"caseMessages"> & {
  readonly authorEmail: string | null;
  readonly chosen: string | null;
};

/** The messages of cases, oldest first, without notes unless they are wanted; with a limit the newest. */
export async function listMessageRows(
  db: Db,
  caseIds: readonly string[],
  { withNotes, limit }: { readonly withNotes: boolean; readonly limit: number | null },
): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select m.*, profiles.email as author_email, answer.choice as chosen
    from case_messages m left join profiles on profiles.id = m.author_id
      left join case_messages answer on answer.answers_id = m.id
    where m.case_id = any(${caseIds}::uuid[]) and (${withNotes} or not m.is_internal)
    order by m.created_at desc, m.number desc limit ${limit}
  `.execute(db);
  return rows.toReversed();
}

/** The id of the newest message of customer or staff in a case, notes aside. */
export async function findNewestMessageId(db: Db, caseId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom("caseMessages")
    .select("id")
    .where("caseId", "=", caseId)
    .where("sender", "<>", "system")
    .where("isInternal", "=", false)
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Whether a customer wrote a message of an own case. */
export async function isOwnMessage(
  db: Db,
  userId: string,
  { caseId, messageId }: { readonly caseId: string; readonly messageId: string },
): Promise<boolean> {
  const row = await db
    .selectFrom("caseMessages")
    .select("id")
    .where("id", "=", messageId)
    .where("caseId", "=", caseId)
    .where("userId", "=", userId)
    .where("sender", "=", "customer")
    .executeTakeFirst();
  return row !== undefined;
}

// What is only added to a case holds a key share lock of it, which these leave free: what happens to its thing does not wait.

/** A customer's open cases, locked until the transaction ends. */
export async function lockOpenCases(db: Db, userId: string): Promise<RowOf<"cases">[]> {
  return await db
    .selectFrom("cases")
    .selectAll()
    .where("userId", "=", userId)
    .where("state", "<>", "closed")
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
}

/** A case, locked until the transaction ends. */
export async function lockCase(db: Db, caseId: string): Promise<RowOf<"cases"> | undefined> {
  return await db
    .selectFrom("cases")
    .selectAll()
    .where("id", "=", caseId)
    .forNoKeyUpdate()
    .executeTakeFirst();
}

/** Inserts a case, to which what is known of its thing is joined. */
export async function insertCase(db: Db, opened: InsertOf<"cases">): Promise<RowOf<"cases">> {
  const evidence = JSON.stringify(await findEvidence(db, opened));
  const row = { ...opened, evidence };
  return await db.insertInto("cases").values(row).returningAll().executeTakeFirstOrThrow();
}

/** That no money is proposed. */
export const noGrant = {
  grantedCents: null,
  grantedBy: null,
  grantedAt: null,
  grantText: "",
} as const;

/** The id of the open case of a kind about a thing. */
export async function findOpenCase(
  db: Db,
  { userId, subjectId, kind }: Pick<RowOf<"cases">, "userId" | "subjectId" | "kind">,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("cases")
    .select("id")
    .where("userId", "=", userId)
    .where("subjectId", "=", subjectId)
    .where("kind", "=", kind)
    .where("state", "<>", "closed")
    .executeTakeFirst();
  return row?.id;
}

/** Inserts a message; returns its id. */
export async function insertMessage(db: Db, message: InsertOf<"caseMessages">): Promise<string> {
  const { id } = await db
    .insertInto("caseMessages")
    .values(message)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function updateCase(db: Db, caseId: string, change: UpdateOf<"cases">): Promise<void> {
  await db.updateTable("cases").set(change).where("id", "=", caseId).execute();
}

/**
 * Marks cases whose customers have not answered since `before` as reminded, at most `limit`, and returns them. Cases that
 * another run or a writer holds are left out, and so are suspended accounts.
 */
export async function updateToReminded(
  db: Db,
  { before, now, limit }: { readonly before: Date; readonly now: Date; readonly limit: number },
): Promise<RowOf<"cases">[]> {
  const { rows } = await sql<RowOf<"cases">>`
    update cases set reminded_at = ${now} where id in (
      select cases.id from cases join profiles on profiles.id = cases.user_id
      where cases.state = 'waiting_for_customer' and cases.reminded_at is null and cases.last_at <= ${before}
        and profiles.suspended_at is null
      order by cases.last_at limit ${limit}
      for no key update of cases skip locked
    ) returning *
  `.execute(db);
  return rows;
}

/** Closes the open cases of an account that is being closed, and erases what was written in all of them. */
export async function eraseCases(db: Db, userId: string, now: Date): Promise<void> {
  await sql`
    update cases set outcome = '', grant_text = '', concerned_goods = '[]', evidence = default, state = 'closed', due_at = null, answer_by = null,
      closed_at = coalesce(closed_at, ${now}),
      waiting_since = case when state = 'closed' then waiting_since else ${now} end
    where user_id = ${userId}
  `.execute(db);
  await sql`update case_messages set text = '', choices = null where user_id = ${userId}`.execute(
    db,
  );
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
  transaction: sql`select '' as name, null::bigint as number, false as is_delivered, null::uuid as warehouse_id, user_id,
    id from transactions`,
  account: sql`select '' as name, null::bigint as number, false as is_delivered, null::uuid as warehouse_id, id as user_id,
    id from profiles`,
};

/** Whose a thing is; undefined where there is none. */
export async function findThingOwner(
  db: Db,
  { subject, subjectId }: { readonly subject: CaseSubject; readonly subjectId: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string | null }>`
    select user_id from (${things[subject]}) things where id = ${subjectId}
  `.execute(db);
  return rows[0]?.userId ?? undefined;
}

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
