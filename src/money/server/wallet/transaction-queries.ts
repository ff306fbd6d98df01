import { sql, type RawBuilder } from "kysely";
import {
  isPositive,
  transactionTypes,
  type TransactionStatus,
  type TransactionType,
} from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";

export type TransactionRow = {
  readonly id: string;
  readonly type: TransactionType;
  readonly amountCents: bigint;
  readonly status: TransactionStatus;
  readonly createdAt: Date;
  readonly metadata: Record<string, unknown>;
};

const transactionColumns = [
  "id",
  "type",
  "amountCents",
  "status",
  "createdAt",
  "metadata",
] as const;

/** The transaction of any user. */
export async function getTransaction(db: Db, transactionId: string): Promise<TransactionRow> {
  return await db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("id", "=", transactionId)
    .executeTakeFirstOrThrow();
}

/** Whether the transaction exists and belongs to the user. */
export async function hasTransaction(db: Db, userId: string, transactionId: string) {
  const row = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transactionId)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Which transactions are sought; each condition that is not given holds for all. */
export type TransactionFilter = {
  readonly types?: readonly TransactionType[] | undefined;
  readonly fromCents?: number | undefined;
  readonly toCents?: number | undefined;
  readonly createdFrom?: string | undefined;
  readonly createdBefore?: string | undefined;
};

/** A search reads the newest transactions up to this number. */
const maxSearched = 10_000;

/** More than any amount. */
const maxCents = Number.MAX_SAFE_INTEGER;

/** What the transactions of a shipment come to. */
const sumCents = sql`sum(case when type in (${sql.join(transactionTypes.filter(isPositive))}) then amount_cents
  else -amount_cents end) filter (where status in ('completed', 'pending'))`;

/**
 * A user's transactions that fit the filter, newest first, at most `limit`; with `before`, only those older than that one. With a
 * filter they are among the newest `maxSearched`. By shipment only the newest one of each ship request.
 */
export async function listTransactionRows(
  db: Db,
  page: { userId: string; before: string | null; limit: number; byShipment?: boolean },
  filter: TransactionFilter = {},
): Promise<TransactionRow[]> {
  const { types, fromCents, toCents, createdFrom, createdBefore } = filter;
  const isSearch = Object.values(filter).some((value) => value !== undefined);
  const newest = db
    .selectFrom("transactions")
    .select("id")
    .where("userId", "=", page.userId)
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .limit(maxSearched);
  let rows = db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("userId", "=", page.userId)
    .$if(isSearch, (query) => query.where("id", "in", newest));
  if (page.before !== null) {
    rows = rows.where(
      sql<boolean>`(created_at, number) < (
        select created_at, number from transactions where id = ${page.before}
      )`,
    );
  }
  if (types !== undefined) rows = rows.where("type", "in", types);
  if (fromCents !== undefined || toCents !== undefined) {
    const isSought = (cents: RawBuilder<unknown>): RawBuilder<boolean> =>
      sql<boolean>`${cents} >= ${fromCents ?? 0}::bigint and ${cents} <= ${toCents ?? maxCents}::bigint`;
    const hasAmount = isSought(sql`amount_cents`);
    // A number that a request has in the history by shipment, which is its sum, or one of its amounts.
    const ofShipment = sql<boolean>`metadata ->> 'shipRequestId' in (
      select metadata ->> 'shipRequestId' from transactions
      where id in ${newest} and metadata ->> 'shipRequestId' is not null
      group by metadata ->> 'shipRequestId'
      having bool_or(${hasAmount}) or (${isSought(sql`abs(${sumCents})`)})
    )`;
    rows = rows.where(
      page.byShipment === true ? sql<boolean>`(${hasAmount} or ${ofShipment})` : hasAmount,
    );
  }
  if (createdFrom !== undefined) rows = rows.where("createdAt", ">=", new Date(createdFrom));
  if (createdBefore !== undefined) rows = rows.where("createdAt", "<", new Date(createdBefore));
  if (page.byShipment === true) {
    rows = rows.where(
      sql<boolean>`not exists (
        select from transactions newer
        where newer.metadata ->> 'shipRequestId' = transactions.metadata ->> 'shipRequestId'
          and newer.metadata ->> 'shipRequestId' is not null and newer.user_id = transactions.user_id
          and (newer.created_at, newer.number) > (transactions.created_at, transactions.number)
      )`,
    );
  }
  return await rows
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .limit(page.limit)
    .execute();
}

/** The transactions of a user's ship requests, newest first. */
export async function listTransactionsOfRequests(
  db: Db,
  userId: string,
  shipRequestIds: readonly string[],
): Promise<TransactionRow[]> {
  if (shipRequestIds.length === 0) return [];
  return await db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("userId", "=", userId)
    .where(sql<string>`metadata ->> 'shipRequestId'`, "in", shipRequestIds)
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .execute();
}

/** The holds that became these transactions, by transaction. */
export async function listHoldIds(
  db: Db,
  transactionIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (transactionIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("holds")
    .select(["id", "transactionId"])
    .where("transactionId", "in", transactionIds)
    .execute();
  return new Map(rows.map(({ id, transactionId }) => [transactionId, id]));
}

/** Ends a pending transaction that moved no balance; any other transaction stays as it is. */
export async function updatePendingTransaction(
  db: Db,
  transactionId: string,
  status: "failed" | "canceled",
) {
  await db
    .updateTable("transactions")
    .set({ status })
    .where("id", "=", transactionId)
    .where("status", "=", "pending")
    .execute();
}

/** The amount of a user's newest completed shipping fee, in cents; undefined when there is none. */
export async function findLastFreightCents(db: Db, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("transactions")
    .select("amountCents")
    .where("userId", "=", userId)
    .where("type", "=", "shipping_fee")
    .where("status", "=", "completed")
    .orderBy("createdAt", "desc")
    .orderBy("number", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && Number(row.amountCents);
}

/** The transactions that are for a user's package, oldest first. */
export async function listTransactionsOfPackage(
  db: Db,
  userId: string,
  packageId: string,
): Promise<TransactionRow[]> {
  return await db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("userId", "=", userId)
    .where(sql<string>`metadata ->> 'packageId'`, "=", packageId)
    .orderBy("createdAt")
    .orderBy("number")
    .execute();
}

/** One movement of the wallet, or the payment of a plan by card, which moves nothing. */
type StatementRow = {
  readonly id: string;
  readonly type: TransactionType;
  readonly at: Date;
  readonly changeCents: bigint;
  readonly amountCents: bigint;
  readonly metadata: Record<string, unknown>;
};

/** A user's balance at `moment`, in cents. */
export async function getBalanceAt(db: Db, userId: string, moment: Date): Promise<number> {
  const { rows } = await sql<{ total: string }>`
    select coalesce(sum(e.change_cents), 0)::text as total
    from ledger_accounts a
    join ledger_entries e on e.account_id = a.id and e.version is not null
    join ledger_transfers t on t.id = e.transfer_id
    where a.user_id = ${userId} and t.created_at < ${moment}
  `.execute(db);
  return Number(rows[0]?.total ?? 0);
}

/** The movements of a user's wallet within a span, and the plans paid by card, in the order of posting. */
export async function listStatementRows(
  db: Db,
  userId: string,
  span: { readonly startsAt: Date; readonly endsAt: Date },
): Promise<StatementRow[]> {
  const { rows } = await sql<StatementRow>`
    select x.id, x.type, t.created_at as at, coalesce(e.change_cents, 0) as change_cents,
      x.amount_cents, x.metadata
    from ledger_accounts a
    join ledger_transfers t on t.wallet_id = a.id
    join transactions x on x.id = t.transaction_id
    left join ledger_entries e on e.transfer_id = t.id and e.account_id = a.id
    where a.user_id = ${userId} and t.created_at >= ${span.startsAt} and t.created_at < ${span.endsAt}
    order by t.id
  `.execute(db);
  return rows;
}
