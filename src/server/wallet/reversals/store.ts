// The SQL about what the provider gave or took back of deposits.
import type { Db } from "#server/db/open.ts";

/** A deposit with what is known of its refunds. */
export type ReversibleDeposit = {
  readonly depositId: string;
  readonly userId: string;
  readonly amountCents: number;
  readonly sessionId: string | null;
  /** null: it is not credited yet. */
  readonly paymentIntentId: string | null;
  readonly refundedCents: number;
  readonly debitedCents: number;
  readonly reversalCount: number;
  readonly looks: number;
};

function deposits(db: Db) {
  return db
    .selectFrom("deposits")
    .select([
      "id",
      "user_id",
      "amount_cents",
      "checkout_session_id",
      "payment_intent_id",
      "refunded_cents",
      "debited_cents",
      "reversal_count",
      "looks",
    ]);
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof deposits>["executeTakeFirstOrThrow"]>>;

function depositOf(row: DepositRow): ReversibleDeposit {
  return {
    depositId: row.id,
    userId: row.user_id,
    amountCents: Number(row.amount_cents),
    sessionId: row.checkout_session_id,
    paymentIntentId: row.payment_intent_id,
    refundedCents: Number(row.refunded_cents),
    debitedCents: Number(row.debited_cents),
    reversalCount: row.reversal_count,
    looks: row.looks,
  };
}

/** The deposit of this id. */
export async function selectDeposit(db: Db, depositId: string): Promise<ReversibleDeposit | null> {
  const row = await deposits(db).where("id", "=", depositId).executeTakeFirst();
  return row === undefined ? null : depositOf(row);
}

/** The same, locked until the database transaction ends. */
export async function lockDeposit(db: Db, depositId: string): Promise<ReversibleDeposit> {
  const row = await deposits(db).where("id", "=", depositId).forUpdate().executeTakeFirstOrThrow();
  return depositOf(row);
}

/** Saves what a look found, as one look more than before. */
export async function updateReversal(
  db: Db,
  depositId: string,
  found: Pick<ReversibleDeposit, "refundedCents" | "debitedCents" | "reversalCount" | "looks">,
): Promise<void> {
  await db
    .updateTable("deposits")
    .set({
      refunded_cents: found.refundedCents,
      debited_cents: found.debitedCents,
      reversal_count: found.reversalCount,
      looks: found.looks + 1,
    })
    .where("id", "=", depositId)
    .execute();
}

/** What of a dispute is held or taken of the wallet, and by how many postings. */
export type KeptDispute = { readonly debitedCents: number; readonly postingCount: number };

/** A dispute as it is kept; nothing debited when it is new. */
export async function selectDispute(db: Db, disputeId: string): Promise<KeptDispute> {
  const row = await db
    .selectFrom("deposit_disputes")
    .select(["debited_cents", "posting_count"])
    .where("dispute_id", "=", disputeId)
    .executeTakeFirst();
  return { debitedCents: Number(row?.debited_cents ?? 0n), postingCount: row?.posting_count ?? 0 };
}

/** Keeps a dispute as it was found. */
export async function saveDispute(
  db: Db,
  dispute: KeptDispute & {
    readonly disputeId: string;
    readonly depositId: string;
    readonly status: string;
    readonly amountCents: number;
    readonly isOver: boolean;
    readonly at: Date;
  },
): Promise<void> {
  const state = {
    status: dispute.status,
    amount_cents: dispute.amountCents,
    debited_cents: dispute.debitedCents,
    posting_count: dispute.postingCount,
    is_over: dispute.isOver,
    updated_at: dispute.at,
  };
  await db
    .insertInto("deposit_disputes")
    .values({
      dispute_id: dispute.disputeId,
      deposit_id: dispute.depositId,
      created_at: dispute.at,
      ...state,
    })
    .onConflict((conflict) => conflict.column("dispute_id").doUpdateSet(state))
    .execute();
}

/** Deposits of which more was refunded than the wallets could give, the newest first. */
export async function selectShortfalls(db: Db, limit: number) {
  return await db
    .selectFrom("deposits")
    .innerJoin("profiles", "profiles.id", "deposits.user_id")
    .select([
      "deposits.id as depositId",
      "deposits.user_id as userId",
      "profiles.email",
      "deposits.amount_cents as amountCents",
      "deposits.refunded_cents as refundedCents",
      "deposits.debited_cents as debitedCents",
      "deposits.created_at as createdAt",
      "deposits.payment_intent_id as paymentIntentId",
    ])
    .whereRef("deposits.refunded_cents", "!=", "deposits.debited_cents")
    .orderBy("deposits.created_at", "desc")
    .limit(limit)
    .execute();
}

/** The payments of deposits whose reversals may still change: disputes that go on, refunds not debited yet. */
export async function selectUnfinished(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("deposits")
    .select("payment_intent_id")
    .where("payment_intent_id", "is not", null)
    .where((where) =>
      where.or([
        where("refunded_cents", "!=", where.ref("debited_cents")),
        where.exists(
          where
            .selectFrom("deposit_disputes")
            .select("dispute_id")
            .whereRef("deposit_disputes.deposit_id", "=", "deposits.id")
            .where("is_over", "=", false),
        ),
      ]),
    )
    .execute();
  return rows.flatMap((row) => row.payment_intent_id ?? []);
}
