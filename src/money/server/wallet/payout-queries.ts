import { sql } from "kysely";
import type { PayoutOutcome } from "#money/rules/payment.ts";
import type { Db } from "#platform/server/db/open.ts";

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

/** Inserts an open request; throws when the user has an open one already. */
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

export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db).where("payoutRequests.id", "=", id).executeTakeFirst();
}

/** The request, locked until the database transaction ends. */
export async function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db)
    .where("payoutRequests.id", "=", id)
    .forUpdate("payoutRequests")
    .executeTakeFirst();
}

/** Whether a user has an open request. */
export async function hasOpenPayout(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payoutRequests")
    .select("id")
    .where("userId", "=", userId)
    .where("settledAt", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A user's requests, the open one first, then the newest, at most `limit`. */
export async function listUserPayouts(db: Db, userId: string, limit: number): Promise<PayoutRow[]> {
  return await payouts(db)
    .where("payoutRequests.userId", "=", userId)
    .orderBy((row) => row("payoutRequests.settledAt", "is not", null))
    .orderBy("payoutRequests.createdAt", "desc")
    .orderBy("payoutRequests.id", "desc")
    .limit(limit)
    .execute();
}

/** One page of all requests, open ones first, then the newest, with the number of all and of open requests. */
export async function listPayoutPage(
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

/** The newest requests of all customers that are older than the one with the id `after`; null: from the newest on. */
export async function listPayoutsAfter(
  db: Db,
  after: string | null,
  limit: number,
): Promise<PayoutRow[]> {
  return await payouts(db)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(payout_requests.created_at, payout_requests.id) < (
          select created_at, id from payout_requests where id = ${after}
        )`,
      ),
    )
    .orderBy("payoutRequests.createdAt", "desc")
    .orderBy("payoutRequests.id", "desc")
    .limit(limit)
    .execute();
}

/** Records the admin who was first shown the destination. */
export async function updatePayoutStarted(
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

/** Records how a request ended, and deletes its destination. */
export async function updatePayoutSettled(
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

/** Removes where a user's payouts went, and why they were declined. */
export async function erasePayoutDetails(db: Db, userId: string): Promise<void> {
  await db
    .updateTable("payoutRequests")
    .set({ detailsEncrypted: null, reason: null })
    .where("userId", "=", userId)
    .execute();
}
