import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

const depositColumns = [
  "id",
  "userId",
  "amountCents",
  "transactionId",
  "customerId",
  "checkoutSessionId",
  "language",
  "createdAt",
] as const;

type DepositRow = Pick<RowOf<"deposits">, (typeof depositColumns)[number]>;

export type Deposit = Omit<DepositRow, "amountCents"> & { readonly amountCents: number };

function toDeposit(row: DepositRow): Deposit {
  return { ...row, amountCents: Number(row.amountCents) };
}

/** Inserts a deposit, or returns the one that the idempotency key led to before. */
export async function insertDeposit(
  db: Db,
  input: {
    userId: string;
    amountCents: number;
    idempotencyKey: string;
    language: Language;
    at: Date;
  },
): Promise<Deposit> {
  await db
    .insertInto("deposits")
    .values({
      userId: input.userId,
      amountCents: input.amountCents,
      idempotencyKey: input.idempotencyKey,
      language: input.language,
      createdAt: input.at,
    })
    .onConflict((conflict) => conflict.columns(["userId", "idempotencyKey"]).doNothing())
    .execute();
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where("userId", "=", input.userId)
    .where("idempotencyKey", "=", input.idempotencyKey)
    .executeTakeFirstOrThrow();
  return toDeposit(row);
}

/** The user's deposit behind a transaction. */
export async function findDepositByTransaction(db: Db, userId: string, transactionId: string) {
  return await db
    .selectFrom("deposits")
    .select(["id", "checkoutSessionId"])
    .where("transactionId", "=", transactionId)
    .where("userId", "=", userId)
    .executeTakeFirst();
}

/** Records which of the provider's customers the checkout of a deposit is about to be opened for. */
export async function updateDepositCustomer(db: Db, depositId: string, customerId: string) {
  await db
    .updateTable("deposits")
    .set({ customerId })
    .where("id", "=", depositId)
    .where("checkoutSessionId", "is", null)
    .execute();
}

/** Records the open checkout of a deposit and inserts its pending transaction. */
export async function updateDepositSession(db: Db, deposit: Deposit, checkoutSessionId: string) {
  await db
    .updateTable("deposits")
    .set({ checkoutSessionId })
    .where("id", "=", deposit.id)
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

/** The deposit of a checkout: by the session's id, or by the deposit's id that the session carries as its reference. */
export async function findDeposit(
  db: Db,
  session: { sessionId: string; depositId: string | null },
): Promise<Deposit | undefined> {
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
  return row && toDeposit(row);
}

/** Records the checkout and the payment at the provider that paid a deposit. */
export async function updateDepositPayment(
  db: Db,
  depositId: string,
  payment: Pick<RowOf<"deposits">, "checkoutSessionId" | "paymentIntentId" | "chargeId">,
) {
  await db.updateTable("deposits").set(payment).where("id", "=", depositId).execute();
}

/** The checkout sessions of a user's deposits that are still pending. */
export async function listOpenSessionIds(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("deposits")
    .innerJoin("transactions", "transactions.id", "deposits.transactionId")
    .select("checkoutSessionId")
    .where("deposits.userId", "=", userId)
    .where("transactions.status", "=", "pending")
    .execute();
  return rows.flatMap(({ checkoutSessionId }) => checkoutSessionId ?? []);
}

/** Whether the account is open; it cannot be closed before the database transaction of `db` has ended. */
export async function lockOpenAccount(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("profiles")
    .select("id")
    .where("id", "=", userId)
    .where("closedAt", "is", null)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}
