// Wallets in the database: balances, the ledger's one writer, history, deposits, and the audit of adjustments.
import { sql } from "kysely";
import type { TransactionStatus, TransactionType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";

/** What the ledger is asked to post. `request` tells two requests under one key apart. */
export type PostingRow = {
  readonly idempotencyKey: string;
  readonly request: string;
  readonly transactionId: string | null;
  readonly userId: string;
  readonly type: TransactionType;
  readonly amountCents: number;
  readonly metadata: string;
  readonly at: Date;
  readonly against: "provider" | null;
};

type PostedRow =
  | {
      outcome: "applied" | "replayed";
      transaction_id: string;
      balance_cents: bigint;
      version: bigint;
    }
  | { outcome: "invalid_amount" | "insufficient_balance" | "key_reused" | "no_wallet" };

/** Posts a transaction with its transfer and entries, or says why not; then nothing is written. */
export async function postTransaction(db: Db, posting: PostingRow): Promise<PostedRow> {
  const { rows } = await sql<PostedRow>`
    insert into ledger_postings
      (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at, against)
    values (
      ${posting.idempotencyKey}, ${posting.request}, ${posting.transactionId}, ${posting.userId},
      ${posting.type}, ${posting.amountCents}, ${posting.metadata}, ${posting.at}, ${posting.against})
    returning outcome, transaction_id, balance_cents, version
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The ledger gave no answer.");
  return row;
}

const spendable = sql<bigint>`balance_cents - held_cents`.as("spendable");

/** What a person can spend in cents, holds not included; null when there is no such person. */
export async function readBalance(db: Db, userId: string): Promise<number | null> {
  const row = await db
    .selectFrom("ledger_accounts")
    .select(spendable)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row === undefined ? null : Number(row.spendable);
}

/** Like `readBalance`, and nobody else moves the balance until this database transaction ends. */
export async function lockBalance(db: Db, userId: string): Promise<number | null> {
  const { rows } = await sql<{ spendable: bigint | null }>`
    select lock_wallet(${userId}::uuid) as spendable
  `.execute(db);
  const spendableCents = rows[0]?.spendable ?? null;
  return spendableCents === null ? null : Number(spendableCents);
}

/** What open holds have set aside of a person's balance, in cents. */
export async function readHeldCents(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("ledger_accounts")
    .select("held_cents")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return Number(row?.held_cents ?? 0n);
}

/** A transaction as it is kept. */
export type TransactionRow = {
  readonly id: string;
  readonly type: TransactionType;
  readonly amount_cents: bigint;
  readonly status: TransactionStatus;
  readonly created_at: Date;
  readonly metadata: Record<string, unknown>;
};

const transactionColumns = [
  "id",
  "type",
  "amount_cents",
  "status",
  "created_at",
  "metadata",
] as const;

/** One transaction, whoever's it is. */
export async function readTransaction(db: Db, transactionId: string): Promise<TransactionRow> {
  return await db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("id", "=", transactionId)
    .executeTakeFirstOrThrow();
}

/** Whether a person has a transaction of that id. */
export async function hasTransaction(db: Db, userId: string, transactionId: string) {
  const row = await db
    .selectFrom("transactions")
    .select("id")
    .where("id", "=", transactionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's transactions, newest first, at most `limit`; with `before`, those older than that one. */
export async function listTransactionRows(
  db: Db,
  page: { userId: string; before: string | null; limit: number },
): Promise<TransactionRow[]> {
  let rows = db
    .selectFrom("transactions")
    .select(transactionColumns)
    .where("user_id", "=", page.userId);
  if (page.before !== null) {
    rows = rows.where(
      sql<boolean>`(created_at, number) < (
        select created_at, number from transactions where id = ${page.before}
      )`,
    );
  }
  return await rows
    .orderBy("created_at", "desc")
    .orderBy("number", "desc")
    .limit(page.limit)
    .execute();
}

/** A deposit as it is kept. */
export type Deposit = {
  readonly depositId: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly transactionId: string;
  readonly customerId: string | null;
  readonly sessionId: string | null;
  readonly createdAt: Date;
};

const depositColumns = [
  "id",
  "user_id",
  "amount_cents",
  "transaction_id",
  "customer_id",
  "checkout_session_id",
  "created_at",
] as const;

type DepositRow = {
  id: string;
  user_id: string;
  amount_cents: bigint;
  transaction_id: string;
  customer_id: string | null;
  checkout_session_id: string | null;
  created_at: Date;
};

function depositOf(row: DepositRow): Deposit {
  return {
    depositId: row.id,
    userId: row.user_id,
    amountCents: Number(row.amount_cents),
    transactionId: row.transaction_id,
    customerId: row.customer_id,
    sessionId: row.checkout_session_id,
    createdAt: row.created_at,
  };
}

/** Keeps a deposit to be opened; under a request key used before it is the deposit kept then. */
export async function keepDeposit(
  db: Db,
  asked: { userId: string; amountCents: number; requestKey: string; at: Date },
): Promise<Deposit> {
  await db
    .insertInto("deposits")
    .values({
      user_id: asked.userId,
      amount_cents: asked.amountCents,
      request_key: asked.requestKey,
      created_at: asked.at,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "request_key"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where("user_id", "=", asked.userId)
    .where("request_key", "=", asked.requestKey)
    .executeTakeFirstOrThrow();
  return depositOf(row);
}

/** A person's deposit that stands in the history as this transaction. */
export async function findOwnDeposit(db: Db, userId: string, transactionId: string) {
  return await db
    .selectFrom("deposits")
    .select(["id as depositId", "checkout_session_id as sessionId"])
    .where("transaction_id", "=", transactionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
}

/** Notes for which of the provider's customers a deposit's checkout is about to be opened. */
export async function noteDepositCustomer(db: Db, depositId: string, customerId: string) {
  await db
    .updateTable("deposits")
    .set({ customer_id: customerId })
    .where("id", "=", depositId)
    .where("checkout_session_id", "is", null)
    .execute();
}

/** Notes the open checkout of a deposit, whose pending transaction appears in the history with it. */
export async function noteDepositSession(db: Db, deposit: Deposit, sessionId: string) {
  await db
    .updateTable("deposits")
    .set({ checkout_session_id: sessionId })
    .where("id", "=", deposit.depositId)
    .execute();
  await db
    .insertInto("transactions")
    .values({
      id: deposit.transactionId,
      user_id: deposit.userId,
      type: "deposit",
      amount_cents: deposit.amountCents,
      status: "pending",
      created_at: deposit.createdAt,
      metadata: "{}",
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .execute();
}

/** The deposit that a checkout belongs to: by its id, or by the name that we gave it when we opened it. */
export async function findDeposit(
  db: Db,
  session: { sessionId: string; depositId: string | null },
): Promise<Deposit | null> {
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where((where) =>
      where.or([
        where("checkout_session_id", "=", session.sessionId),
        where("id", "=", session.depositId),
      ]),
    )
    .executeTakeFirst();
  return row === undefined ? null : depositOf(row);
}

/** Notes which checkout and which payment of the provider's paid a deposit. */
export async function noteDepositPayment(
  db: Db,
  depositId: string,
  paid: { sessionId: string; paymentIntentId: string | null },
) {
  await db
    .updateTable("deposits")
    .set({ checkout_session_id: paid.sessionId, payment_intent_id: paid.paymentIntentId })
    .where("id", "=", depositId)
    .execute();
}

/** Ends a pending transaction that moved nothing. */
export async function endPendingTransaction(
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

/** Where a person's letters go. */
export async function readEmail(db: Db, userId: string): Promise<string> {
  const { email } = await db
    .selectFrom("profiles")
    .select("email")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return email;
}
