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
    .selectFrom("payout_requests")
    .leftJoin("profiles", "profiles.id", "payout_requests.user_id")
    .leftJoin("profiles as starters", "starters.id", "payout_requests.started_by")
    .leftJoin("ledger_accounts", "ledger_accounts.user_id", "payout_requests.user_id")
    .select([
      "payout_requests.id",
      "payout_requests.user_id as userId",
      "profiles.email as userEmail",
      "payout_requests.amount_cents as amountCents",
      "ledger_accounts.balance_cents as balanceCents",
      "ledger_accounts.held_cents as heldCents",
      "payout_requests.details_encrypted as detailsEncrypted",
      "payout_requests.hold_id as holdId",
      "payout_requests.created_at as createdAt",
      "payout_requests.started_at as startedAt",
      "starters.email as startedBy",
      "payout_requests.settled_at as settledAt",
      "payout_requests.settled_by as settledBy",
      "payout_requests.outcome",
      "payout_requests.reason",
      "payout_requests.reference",
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
    .insertInto("payout_requests")
    .values({
      id: payout.id,
      user_id: payout.userId,
      amount_cents: payout.amountCents,
      details_encrypted: payout.detailsEncrypted,
      hold_id: payout.holdId,
      created_at: payout.at,
    })
    .execute();
}

/** The request that a request key led to, whoever's it is. */
export async function findPayoutOfKey(db: Db, requestKey: string): Promise<PayoutRow | undefined> {
  return await payouts(db)
    .innerJoin("holds", "holds.id", "payout_requests.hold_id")
    .where("holds.request_key", "=", requestKey)
    .executeTakeFirst();
}

/** The request of this id. */
export async function findPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db).where("payout_requests.id", "=", id).executeTakeFirst();
}

/** The same, locked until the database transaction ends. */
export async function lockPayout(db: Db, id: string): Promise<PayoutRow | undefined> {
  return await payouts(db)
    .where("payout_requests.id", "=", id)
    .forUpdate("payout_requests")
    .executeTakeFirst();
}

/** Whether a person has an open request. */
export async function hasOpenPayout(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("payout_requests")
    .select("id")
    .where("user_id", "=", userId)
    .where("settled_at", "is", null)
    .executeTakeFirst();
  return row !== undefined;
}

/** A person's own requests, the open one first, then the newest, at most `limit`. */
export async function listPayoutsOf(db: Db, userId: string, limit: number): Promise<PayoutRow[]> {
  return await payouts(db)
    .where("payout_requests.user_id", "=", userId)
    .orderBy((row) => row("payout_requests.settled_at", "is not", null))
    .orderBy("payout_requests.created_at", "desc")
    .orderBy("payout_requests.id", "desc")
    .limit(limit)
    .execute();
}

/** One page of everybody's, open ones first, then the newest; with how many there are and how many are open. */
export async function listPayouts(
  db: Db,
  page: { readonly offset: number; readonly limit: number },
): Promise<{ rows: PayoutRow[]; total: number; openCount: number }> {
  const rows = await payouts(db)
    .orderBy((row) => row("payout_requests.settled_at", "is not", null))
    .orderBy("payout_requests.created_at", "desc")
    .orderBy("payout_requests.id", "desc")
    .offset(page.offset)
    .limit(page.limit)
    .execute();
  const { total, open } = await db
    .selectFrom("payout_requests")
    .select(({ fn }) => [
      fn.countAll<bigint>().as("total"),
      fn.countAll<bigint>().filterWhere("settled_at", "is", null).as("open"),
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
    .updateTable("payout_requests")
    .set({ started_by: started.by, started_at: started.at })
    .where("id", "=", id)
    .where("started_at", "is", null)
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
    .updateTable("payout_requests")
    .set({
      settled_at: settled.at,
      settled_by: settled.by,
      outcome: settled.outcome,
      reason: settled.reason,
      reference: settled.reference,
      details_encrypted: null,
    })
    .where("id", "=", id)
    .execute();
}
