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
      "userId",
      "amountCents",
      "checkoutSessionId",
      "paymentIntentId",
      "refundedCents",
      "debitedCents",
      "reversalCount",
      "looks",
    ]);
}

type DepositRow = Awaited<ReturnType<ReturnType<typeof deposits>["executeTakeFirstOrThrow"]>>;

function depositOf(row: DepositRow): ReversibleDeposit {
  return {
    depositId: row.id,
    userId: row.userId,
    amountCents: Number(row.amountCents),
    sessionId: row.checkoutSessionId,
    paymentIntentId: row.paymentIntentId,
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
    reversalCount: row.reversalCount,
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
      refundedCents: found.refundedCents,
      debitedCents: found.debitedCents,
      reversalCount: found.reversalCount,
      looks: found.looks + 1,
    })
    .where("id", "=", depositId)
    .execute();
}

/** What of a dispute is held or taken of the wallet, and by how many postings. */
export type StoredDispute = { readonly debitedCents: number; readonly postingCount: number };

/** A dispute as it is kept; nothing debited when it is new. */
export async function selectDispute(db: Db, disputeId: string): Promise<StoredDispute> {
  const row = await db
    .selectFrom("depositDisputes")
    .select(["debitedCents", "postingCount"])
    .where("disputeId", "=", disputeId)
    .executeTakeFirst();
  return { debitedCents: Number(row?.debitedCents ?? 0n), postingCount: row?.postingCount ?? 0 };
}

/** Keeps a dispute as it was found. */
export async function saveDispute(
  db: Db,
  dispute: StoredDispute & {
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
    amountCents: dispute.amountCents,
    debitedCents: dispute.debitedCents,
    postingCount: dispute.postingCount,
    isOver: dispute.isOver,
    updatedAt: dispute.at,
  };
  await db
    .insertInto("depositDisputes")
    .values({
      disputeId: dispute.disputeId,
      depositId: dispute.depositId,
      createdAt: dispute.at,
      ...state,
    })
    .onConflict((conflict) => conflict.column("disputeId").doUpdateSet(state))
    .execute();
}

/** Deposits of which more was refunded than the wallets could give, the newest first. */
export async function selectShortfalls(db: Db, limit: number) {
  return await db
    .selectFrom("deposits")
    .innerJoin("profiles", "profiles.id", "deposits.userId")
    .select([
      "deposits.id as depositId",
      "deposits.userId",
      "profiles.email",
      "deposits.amountCents",
      "deposits.refundedCents",
      "deposits.debitedCents",
      "deposits.createdAt",
      "deposits.paymentIntentId",
    ])
    .whereRef("deposits.refundedCents", "!=", "deposits.debitedCents")
    .orderBy("deposits.createdAt", "desc")
    .limit(limit)
    .execute();
}

/** The payments of deposits whose reversals may still change: disputes that go on, refunds not debited yet. */
export async function selectUnfinished(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom("deposits")
    .select("paymentIntentId")
    .where("paymentIntentId", "is not", null)
    .where((where) =>
      where.or([
        where("refundedCents", "!=", where.ref("debitedCents")),
        where.exists(
          where
            .selectFrom("depositDisputes")
            .select("disputeId")
            .whereRef("depositDisputes.depositId", "=", "deposits.id")
            .where("isOver", "=", false),
        ),
      ]),
    )
    .execute();
  return rows.flatMap((row) => row.paymentIntentId ?? []);
}
