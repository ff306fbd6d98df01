import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

const depositColumns = [
  "id",
  "userId",
  "amountCents",
  "checkoutSessionId",
  "paymentIntentId",
  "refundedCents",
  "debitedCents",
  "reversalCount",
  "reversalReadCount",
] as const;

type DepositRow = Pick<RowOf<"deposits">, (typeof depositColumns)[number]>;
type AmountColumn = "amountCents" | "refundedCents" | "debitedCents";

/** A deposit with what was refunded of it; `paymentIntentId` is null until it is credited. */
export type ReversibleDeposit = Omit<DepositRow, AmountColumn> & Record<AmountColumn, number>;

function toReversibleDeposit(row: DepositRow): ReversibleDeposit {
  return {
    ...row,
    amountCents: Number(row.amountCents),
    refundedCents: Number(row.refundedCents),
    debitedCents: Number(row.debitedCents),
  };
}

export async function findReversibleDeposit(
  db: Db,
  depositId: string,
): Promise<ReversibleDeposit | undefined> {
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where("id", "=", depositId)
    .executeTakeFirst();
  return row && toReversibleDeposit(row);
}

/** The deposit, locked until the database transaction ends. */
export async function lockDeposit(db: Db, depositId: string): Promise<ReversibleDeposit> {
  const row = await db
    .selectFrom("deposits")
    .select(depositColumns)
    .where("id", "=", depositId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return toReversibleDeposit(row);
}

/** Saves the amounts found by a read of the provider, and counts that read. */
export async function updateReversal(
  db: Db,
  depositId: string,
  found: Pick<
    ReversibleDeposit,
    "refundedCents" | "debitedCents" | "reversalCount" | "reversalReadCount"
  >,
): Promise<void> {
  await db
    .updateTable("deposits")
    .set({
      refundedCents: found.refundedCents,
      debitedCents: found.debitedCents,
      reversalCount: found.reversalCount,
      reversalReadCount: found.reversalReadCount + 1,
    })
    .where("id", "=", depositId)
    .execute();
}

/** What was debited for a dispute, and by how many postings. */
type StoredDispute = { readonly debitedCents: number; readonly postingCount: number };

/** The stored state of a dispute; zeros when it is new. */
export async function getDispute(db: Db, disputeId: string): Promise<StoredDispute> {
  const row = await db
    .selectFrom("depositDisputes")
    .select(["debitedCents", "postingCount"])
    .where("disputeId", "=", disputeId)
    .executeTakeFirst();
  return { debitedCents: Number(row?.debitedCents ?? 0n), postingCount: row?.postingCount ?? 0 };
}

export async function upsertDispute(
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

/** Deposits of which more was refunded than could be debited, the newest first. */
export async function listShortfalls(db: Db, limit: number) {
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

/** The ids of payments with an open dispute, or with a refund that is not fully debited. */
export async function listUnfinishedPayments(db: Db): Promise<string[]> {
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
