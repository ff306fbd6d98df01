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
      transactionId: string;
      balanceCents: bigint;
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
    .selectFrom("ledgerAccounts")
    .select(spendable)
    .where("userId", "=", userId)
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
    .selectFrom("ledgerAccounts")
    .select("heldCents")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return Number(row?.heldCents ?? 0n);
}

/** A transaction as it is kept. */
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
    .where("userId", "=", userId)
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
    .where("userId", "=", page.userId);
  if (page.before !== null) {
    rows = rows.where(
      sql<boolean>`(created_at, number) < (
        select created_at, number from transactions where id = ${page.before}
      )`,
    );
  }
  return await rows
    .orderBy("createdAt", "desc")
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
  "userId",
  "amountCents",
  "transactionId",
  "customerId",
  "checkoutSessionId",
  "createdAt",
] as const;

type DepositRow = {
  id: string;
  userId: string;
  amountCents: bigint;
  transactionId: string;
  customerId: string | null;
  checkoutSessionId: string | null;
  createdAt: Date;
};

function depositOf(row: DepositRow): Deposit {
  return {
    depositId: row.id,
    userId: row.userId,
    amountCents: Number(row.amountCents),
    transactionId: row.transactionId,
    customerId: row.customerId,
    sessionId: row.checkoutSessionId,
    createdAt: row.createdAt,
  };
}

/** Keeps a deposit to be opened; under a request key used before it is the deposit kept then. */
export async function insertDeposit(
  db: Db,
  asked: { userId: string; amountCents: number; idempotencyKey: string; at: Date },
): Promise<Deposit> {
  await db
    .insertInto("deposits")
    .values({
      userId: asked.userId,
      amountCents: asked.amountCents,
      idempotencyKey: asked.idempotencyKey,
      createdAt: asked.at,
    })
    .onConflict((conflict) => conflict.columns(["userId", "idempotencyKey"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where("userId", "=", asked.userId)
    .where("idempotencyKey", "=", asked.idempotencyKey)
    .executeTakeFirstOrThrow();
  return depositOf(row);
}

/** A person's deposit that stands in the history as this transaction. */
export async function findOwnDeposit(db: Db, userId: string, transactionId: string) {
  return await db
    .selectFrom("deposits")
    .select(["id as depositId", "checkoutSessionId as sessionId"])
    .where("transactionId", "=", transactionId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Notes for which of the provider's customers a deposit's checkout is about to be opened. */
export async function recordDepositCustomer(db: Db, depositId: string, customerId: string) {
  await db
    .updateTable("deposits")
    .set({ customerId })
    .where("id", "=", depositId)
    .where("checkoutSessionId", "is", null)
    .execute();
}

/** Notes the open checkout of a deposit, whose pending transaction appears in the history with it. */
export async function recordDepositSession(db: Db, deposit: Deposit, sessionId: string) {
  await db
    .updateTable("deposits")
    .set({ checkoutSessionId: sessionId })
    .where("id", "=", deposit.depositId)
    .execute();
  await db
    .insertInto("transactions")
    .values({
      id: deposit.transactionId,
      userId: deposit.userId,
      type: "deposit",
      amountCents: deposit.amountCents,
      status: "pending",
      createdAt: deposit.createdAt,
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
        where("checkoutSessionId", "=", session.sessionId),
        where("id", "=", session.depositId),
      ]),
    )
    .executeTakeFirst();
  return row === undefined ? null : depositOf(row);
}

/** Notes which checkout and which payment of the provider's paid a deposit. */
export async function recordDepositPayment(
  db: Db,
  depositId: string,
  paid: { sessionId: string; paymentIntentId: string | null },
) {
  await db
    .updateTable("deposits")
    .set({ checkoutSessionId: paid.sessionId, paymentIntentId: paid.paymentIntentId })
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
