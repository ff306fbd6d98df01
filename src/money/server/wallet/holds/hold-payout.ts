import { randomUUID } from "node:crypto";
import type { Db } from "#platform/server/db/open.ts";
import { recordTransaction } from "#money/server/wallet/record-transaction.ts";
import { updatePendingTransaction } from "#money/server/wallet/transaction-queries.ts";
import { insertHold, lockHold, updateHold, type StoredHold } from "./hold-queries.ts";

/**
 * Holds the amount of a payout and inserts its pending transaction. Returns the id of the hold; undefined when the
 * idempotency key was used before. Throws when the wallet has too little, so check under `lockBalance` first.
 */
export async function holdPayout(
  db: Db,
  payout: {
    readonly payoutId: string;
    readonly userId: string;
    readonly amountCents: number;
    readonly idempotencyKey: string;
    readonly at: Date;
  },
): Promise<string | undefined> {
  const { payoutId, ...fields } = payout;
  const hold = await insertHold(db, {
    ...fields,
    type: "payout",
    transactionId: randomUUID(),
    reason: "payout_requested",
    legNumber: null,
    packageId: null,
    trackingNumber: null,
    heldBy: payout.userId,
    metadata: { payout_id: payoutId, reason: null, reasonCode: "payout_requested" },
  });
  return hold?.id;
}

async function lockOpenHold(db: Db, holdId: string): Promise<StoredHold> {
  const hold = await lockHold(db, holdId);
  if (hold?.type !== "payout" || hold.state !== "held") {
    throw new Error(`Hold ${holdId} is not an open hold of a payout.`);
  }
  return hold;
}

type HoldEnd = {
  readonly payoutId: string;
  readonly holdId: string;
  readonly by: string;
  readonly at: Date;
};

/**
 * Debits the held amount: its pending transaction is completed. `reference` is of the bank transfer. False when a
 * dispute has taken the money meanwhile; the caller must then roll the database transaction back.
 */
export async function debitPayout(
  db: Db,
  { payoutId, holdId, by, at, reference }: HoldEnd & { readonly reference: string },
): Promise<boolean> {
  const hold = await lockOpenHold(db, holdId);
  const amountCents = Number(hold.amountCents);
  await updateHold(db, holdId, { state: "settled", settledCents: amountCents, endedBy: by, at });
  const posted = await recordTransaction(db, {
    idempotencyKey: `payout:${payoutId}`,
    transactionId: hold.transactionId,
    userId: hold.userId,
    type: "payout",
    amountCents,
    metadata: { reasonCode: "bank_transfer", reference, settledBy: by },
    at,
  });
  if (posted.kind !== "rejected") return true;
  if (posted.reason === "insufficient_balance") return false;
  throw new Error(`The ledger rejected payout ${payoutId}: ${posted.reason}.`);
}

/** Releases the held amount; its pending transaction is canceled. */
export async function releasePayout(db: Db, { holdId, by, at }: Omit<HoldEnd, "payoutId">) {
  const hold = await lockOpenHold(db, holdId);
  await updateHold(db, holdId, { state: "released", settledCents: null, endedBy: by, at });
  await updatePendingTransaction(db, hold.transactionId, "canceled");
}
