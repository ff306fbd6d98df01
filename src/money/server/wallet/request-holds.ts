// The holds of a ship request: made and ended together, by its customer's yes, in the transaction that changes the request.
import { randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import type { HoldType, LedgerReasonCode } from "#money/rules/ledger.ts";
import type { EmailOutbox } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { limitBalance, queueLowBalance } from "./queue-charge-emails.ts";
import { findBalance, lockBalance } from "./ledger-queries.ts";
import { recordTransaction } from "./record-transaction.ts";
import { updatePendingTransaction } from "./transaction-queries.ts";
import {
  insertHold,
  listHoldsOfRequest,
  lockHold,
  updateHold,
  type StoredHold,
  insertPostingsOfHolds,
  lockWallets,
  updateHoldsToSettled,
  type OpenRequestHoldRow,
} from "./hold-queries.ts";

type Services = EmailOutbox;
/** A hold of a ship request. */
export type RequestHoldRow = StoredHold;

/** For what a hold is made. */
export type NewRequestHold = {
  readonly type: Exclude<HoldType, "payout">;
  /** Of the hold, and later of its posting. */
  readonly key: string;
  readonly amountCents: number;
  readonly reasonCode: LedgerReasonCode;
  readonly metadata?: Readonly<Record<string, unknown>>;
};

/** Whose they are, and the package and request that they pay. */
export type HeldFor = {
  readonly userId: string;
  readonly shipRequestId: string | null;
  readonly packageId: string | null;
  readonly trackingNumber: string | null;
};

/** Locks a wallet until the transaction ends, so that what its owner is charged is decided one after the other. */
export async function lockWallet(db: Db, userId: string): Promise<void> {
  await lockBalance(db, userId);
}

/**
 * What the wallet lacks for holds of `amountCents` once those in `released` have ended; 0 where it has enough. In a
 * transaction the wallet stays locked until that ends.
 */
export async function missingForHolds(
  db: Db,
  userId: string,
  amountCents: number,
  released: readonly RequestHoldRow[] = [],
): Promise<number> {
  // A page that only reads locks nothing.
  const balance = db.isTransaction ? lockBalance(db, userId) : findBalance(db, userId);
  const spendable = (await balance) ?? 0;
  const free = released.reduce((sum, hold) => sum + Number(hold.amountCents), spendable);
  return Math.max(0, amountCents - free);
}

/** Makes holds, all or none. Their customer is who holds, whoever acts. Throws `insufficient_balance`. */
export async function makeRequestHolds(
  services: Services,
  db: Db,
  heldFor: HeldFor,
  holds: readonly NewRequestHold[],
): Promise<RequestHoldRow[]> {
  if (holds.length === 0) return [];
  const { userId, packageId, trackingNumber, shipRequestId } = heldFor;
  const total = holds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const balanceCents = (await lockBalance(db, userId)) ?? 0;
  if (balanceCents < total) {
    throw apiError("insufficient_balance", { missingCents: total - balanceCents });
  }
  const before = await limitBalance(db, userId, balanceCents);
  const made: RequestHoldRow[] = [];
  for (const { key, type, amountCents, reasonCode, metadata } of holds) {
    const hold = await insertHold(db, {
      transactionId: randomUUID(),
      userId,
      type,
      amountCents,
      reason: reasonCode,
      legNumber: null,
      packageId,
      shipRequestId,
      trackingNumber,
      idempotencyKey: key,
      heldBy: userId,
      at: services.now(),
      metadata: { ...metadata, reason: null, reasonCode, shipRequestId },
    });
    if (hold === undefined) throw new Error(`The hold ${key} exists already.`);
    made.push(hold);
  }
  await queueLowBalance(services, db, userId, {
    changeId: made[0]?.id ?? "",
    before,
    balanceCents: balanceCents - total,
  });
  return made;
}

/** The open holds of a request. */
export async function listRequestHolds(db: Db, shipRequestId: string): Promise<RequestHoldRow[]> {
  const holds = await listHoldsOfRequest(db, shipRequestId);
  return holds.filter(({ state }) => state === "held");
}

/** One hold as it is now, locked. */
export async function findRequestHold(db: Db, holdId: string): Promise<RequestHoldRow | undefined> {
  return await lockHold(db, holdId);
}

type HoldEnd = { readonly endedBy: string | null; readonly at: Date };

/** Releases open holds: their amounts can be spent again, and their pending transactions are canceled. */
export async function releaseRequestHolds(
  db: Db,
  holds: readonly RequestHoldRow[],
  { endedBy, at }: HoldEnd,
): Promise<void> {
  for (const hold of holds) {
    await lockBalance(db, hold.userId);
    await updateHold(db, hold.id, { state: "released", settledCents: null, endedBy, at });
    await updatePendingTransaction(db, hold.transactionId, "canceled");
  }
}

/**
 * Debits an open hold at its amount: its pending transaction is completed under the key of the hold. Returns false, with
 * nothing changed, where a lost dispute took the money that was held.
 */
export async function settleCoveredHold(
  db: Db,
  hold: RequestHoldRow,
  { endedBy, at }: HoldEnd,
): Promise<boolean> {
  // What can be spent is below zero by what other holds and this one lack.
  if (((await lockBalance(db, hold.userId)) ?? 0) < 0) return false;
  const amountCents = Number(hold.amountCents);
  await updateHold(db, hold.id, { state: "settled", settledCents: amountCents, endedBy, at });
  const posted = await recordTransaction(db, {
    idempotencyKey: hold.idempotencyKey,
    transactionId: hold.transactionId,
    userId: hold.userId,
    type: hold.type,
    amountCents,
    metadata: { settledBy: endedBy },
    at,
  });
  if (posted.kind === "rejected") {
    throw new Error(`The ledger rejected ${hold.idempotencyKey}: ${posted.reason}.`);
  }
  return true;
}

/** An open hold of a ship request with what its debit needs. */
export type OpenRequestHold = OpenRequestHoldRow;

/**
 * Debits open holds at their amounts: their pending transactions are completed under the keys of the holds. Throws
 * `insufficient_balance` where a lost dispute took what was held; nothing is kept then.
 */
export async function settleHoldsTogether(
  db: Db,
  holds: readonly OpenRequestHold[],
  end: { readonly settledBy: string; readonly at: Date },
): Promise<void> {
  if (holds.length === 0) return;
  await lockWallets(
    db,
    holds.map(({ userId }) => userId),
  );
  await updateHoldsToSettled(
    db,
    holds.map(({ id }) => id),
    end,
  );
  const posted = await insertPostingsOfHolds(db, holds, end);
  const rejected = posted.find(({ outcome }) => outcome !== "applied");
  if (rejected === undefined) return;
  if (rejected.outcome === "insufficient_balance") throw apiError("insufficient_balance");
  throw new Error(`The ledger rejected ${rejected.idempotencyKey}: ${rejected.outcome}.`);
}
