import { sql } from "kysely";
import type { TransactionType } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";

/** A posting to insert; under one key, a `request` with other contents is an error. */
type PostingRow = {
  readonly idempotencyKey: string;
  readonly request: string;
  readonly transactionId: string | null;
  readonly userId: string;
  readonly type: TransactionType;
  readonly amountCents: number;
  readonly metadata: string;
  readonly at: Date;
  readonly against: "provider" | "services" | "storage" | null;
};

type PostedRow =
  | {
      outcome: "applied" | "replayed";
      transactionId: string;
      balanceCents: bigint;
      version: bigint;
    }
  | { outcome: "invalid_amount" | "insufficient_balance" | "key_reused" | "no_wallet" };

/** Posts a transaction with its transfer and entries; any outcome but `applied` writes nothing. */
export async function insertPosting(db: Db, posting: PostingRow): Promise<PostedRow> {
  const { rows } = await sql<PostedRow>`
    insert into ledger_postings
      (idempotency_key, request, transaction_id, user_id, type, amount_cents, metadata, at, against)
    values (
      ${posting.idempotencyKey}, ${posting.request}, ${posting.transactionId}, ${posting.userId},
      ${posting.type}, ${posting.amountCents}, ${posting.metadata}, ${posting.at}, ${posting.against})
    returning outcome, transaction_id, balance_cents, version
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error("The ledger returned no row.");
  return row;
}

const spendable = sql<bigint>`balance_cents - held_cents`.as("spendable");

/** What a user can spend in cents, without open holds; undefined when there is no such user. */
export async function findBalance(db: Db, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom("ledgerAccounts")
    .select(spendable)
    .where("userId", "=", userId)
    .executeTakeFirst();
  return row && Number(row.spendable);
}

/** What a user can spend, with the wallet locked until this database transaction ends; null when there is no such user. */
export async function lockBalance(db: Db, userId: string): Promise<number | null> {
  const { rows } = await sql<{ spendable: bigint | null }>`
    select lock_wallet(${userId}::uuid) as spendable
  `.execute(db);
  const spendableCents = rows[0]?.spendable ?? null;
  return spendableCents === null ? null : Number(spendableCents);
}

/** The sum of a user's open holds, in cents. */
export async function getHeldCents(db: Db, userId: string): Promise<number> {
  const row = await db
    .selectFrom("ledgerAccounts")
    .select("heldCents")
    .where("userId", "=", userId)
    .executeTakeFirst();
  return Number(row?.heldCents ?? 0n);
}

/** A user's email address and what they can spend, in cents. */
export async function getWalletContact(
  db: Db,
  userId: string,
): Promise<{ email: string; balanceCents: number }> {
  const row = await db
    .selectFrom("profiles")
    .innerJoin("ledgerAccounts", "ledgerAccounts.userId", "profiles.id")
    .select(["email", spendable])
    .where("profiles.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { email: row.email, balanceCents: Number(row.spendable) };
}

/** What the user in `profiles` can spend, in cents; 0 without a wallet. */
export const spendableCents = sql<bigint>`coalesce((
  select wallets.balance_cents - wallets.held_cents from ledger_accounts wallets
  where wallets.user_id = profiles.id
), 0)`;
