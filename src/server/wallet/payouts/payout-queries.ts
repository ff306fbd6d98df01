// The SQL of payouts that people ask for.
import type { PayoutOutcome } from "#core/payout.ts";
import type { Db } from "#server/db/open.ts";

export type PayoutRow = {
  readonly id: string;
  readonly userId: string;
  readonly userEmail: string | null;
  readonly amountCents: bigint;
  readonly balanceCents: bigint | null;
  readonly heldCents: bigint | null;
  readonly detailsEncrypted: Buffer | null;
  readonly holdId: string | null;
  readonly createdAt: Date;
  readonly startedAt: Date | null;
  readonly startedBy: string | null;
  readonly settledAt: Date | null;
  readonly settledBy: string | null;
  readonly outcome: PayoutOutcome | null;
  readonly reason: string | null;
  readonly reference: string | null;
};

function payouts(db: Db) {
  return db
    .selectFrom("payoutRequests")
    .leftJoin("profiles", "profiles.id", "payoutRequests.userId")
    .leftJoin("profiles as starters", "starters.id", "payoutRequests.startedBy")
    .leftJoin("ledgerAccounts", "ledgerAccounts.userId", "payoutRequests.userId")
    .select([
      "payoutRequests.id",
      "payoutRequests.userId",
      "profiles.email as userEmail",
      "payoutRequests.amountCents",
      "ledgerAccounts.balanceCents",
      "ledgerAccounts.heldCents",
      "payoutRequests.detailsEncrypted",
      "payoutRequests.holdId",
      "payoutRequests.createdAt",
      "payoutRequests.startedAt",
      "starters.email as startedBy",
      "payoutRequests.settledAt",
      "payoutRequests.settledBy",
      "payoutRequests.outcome",
      "payoutRequests.reason",
      "payoutRequests.reference",
    ]);
}

/** Adds an open request; throws when one of this person is open already. */
export async function insertPayout(
  db: Db,
  payout: {
    readonly id: string;
    readonly userId: string;
    readonly amountCents: number;
    readonly detailsEncrypted: Buffer;
    readonly holdId: string;
    readonly at: Date;
  },
): Promise<void> {
  await db
    .insertInto("payoutRequests")
    .values({
      id: payout.id,
      userId: payout.userId,
      amountCents: payout.amountCents,
      detailsEncrypted: payout.detailsEncrypted,
      holdId: payout.holdId,
      createdAt: payout.at,
    })
    .execute();
}

/** The request that a request key led to, whoever's it is. */
export async function findPayoutOfKey(
  db: Db,
  idempotencyKey: string,
): Promise<PayoutRow | undefined> {
  return await payouts(db)
    .innerJoin("holds", "holds.id", "payoutRequests.holdId")
    .where("holds.idempotencyKey", "=", idempotencyKey)
    .executeTakeFirst();
}

/** The request of this id. */
export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db).where("payoutRequests.id", "=", id).executeTakeFirst();
}

/** The same, locked until the database transaction ends. */
export async function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db)
    .where("payoutRequests.id", "=", id)
    .forUpdate("payoutRequests")
    .executeTakeFirst();
}

/** Whether a person has an open request. */
export async function hasOpenPayout(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payoutRequests")
    .select("id")
    .where("userId", "=", userId)
    .where("settledAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's own requests, the open one first, then the newest, at most `limit`. */
export async function listPayoutsOf(db: Db, userId: string, limit: number): Promise<PayoutRow[]> {
  return await payouts(db)
    .where("payoutRequests.userId", "=", userId)
    .orderBy((row) => row("payoutRequests.settledAt", "is not", null))
    .orderBy("payoutRequests.createdAt", "desc")
    .orderBy("payoutRequests.id", "desc")
    .limit(limit)
    .execute();
}

/** One page of everybody's, open ones first, then the newest; with how many there are and how many are open. */
export async function listPayouts(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: PayoutRow[]; total: number; openCount: number }> {
  const rows = await payouts(db)
    .orderBy((row) => row("payoutRequests.settledAt", "is not", null))
    .orderBy("payoutRequests.createdAt", "desc")
    .orderBy("payoutRequests.id", "desc")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total, open } = await db
    .selectFrom("payoutRequests")
    .select(({ fn }) => [
      fn.countAll<bigint>().as("total"),
      fn.countAll<bigint>().filterWhere("settledAt", "is", null).as("open"),
    ])
    .executeTakeFirstOrThrow();
  return { rows, total: Number(total), openCount: Number(open) };
}

/** Records who was first shown where the money is to go. */
export async function updateStarted(
  db: Db,
  id: string,
  started: { readonly by: string; readonly at: Date },
): Promise<void> {
  await db
    .updateTable("payoutRequests")
    .set({ startedBy: started.by, startedAt: started.at })
    .where("id", "=", id)
    .where("startedAt", "is", null)
    .execute();
}

/** Records how a request ended, and deletes where the money was to go. */
export async function updateSettled(
  db: Db,
  id: string,
  settled: {
    readonly by: string;
    readonly at: Date;
    readonly outcome: PayoutOutcome;
    readonly reason: string | null;
    readonly reference: string | null;
  },
): Promise<void> {
  await db
    .updateTable("payoutRequests")
    .set({
      settledAt: settled.at,
      settledBy: settled.by,
      outcome: settled.outcome,
      reason: settled.reason,
      reference: settled.reference,
      detailsEncrypted: null,
    })
    .where("id", "=", id)
    .execute();
}
