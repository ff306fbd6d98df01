// The money of a payout: set aside when it is asked for, then debited or given free.
import { randomUUID } from "node:crypto";
import type { Db } from "#server/db/open.ts";
import { recordTransaction } from "#server/wallet/record-transaction.ts";
import { endPendingTransaction, lockBalance } from "#server/wallet/ledger-queries.ts";
import { insertHold, lockHold, updateHold, type HoldRow } from "./hold-queries.ts";

/** What a person can spend, in cents; nobody else moves the wallet until the database transaction of `db` ends. */
export async function lockSpendable(db: Db, userId: string): Promise<number> {
  return (await lockBalance(db, userId)) ?? 0;
}

/**
 * Sets the money of the payout `payoutId` aside, and writes its pending transaction. Returns the id of the hold;
 * undefined when the request key was used before. Throws when the wallet has too little: look under `lockSpendable`.
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
  const { payoutId, userId, ...facts } = payout;
  const hold = await insertHold(db, {
    ...facts,
    userId,
    type: "payout",
    transactionId: randomUUID(),
    reason: "Requested by you",
    legNumber: null,
    packageId: null,
    trackingNumber: null,
    heldBy: userId,
    metadata: { payout_id: payoutId },
  });
  return hold?.id;
}

async function lockOpenHold(db: Db, holdId: string): Promise<HoldRow> {
  const hold = await lockHold(db, holdId);
  if (hold?.type !== "payout" || hold.state !== "held") {
    throw new Error(`Hold ${holdId} is no open hold of a payout.`);
  }
  return hold;
}

type End = {
  readonly payoutId: string;
  readonly holdId: string;
  readonly by: string;
  readonly at: Date;
};

/**
 * Takes what is held: its pending transaction is completed and the wallet debited. `reference` is of the bank transfer.
 * False when the wallet does not have it any more, since a dispute took it; the caller then undoes everything.
 */
export async function debitPayout(
  db: Db,
  { payoutId, holdId, by, at, reference }: End & { readonly reference: string },
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
    metadata: { reason: `Bank transfer ${reference}`, reference, settledBy: by },
    at,
  });
  if (posted.kind !== "refused") return true;
  if (posted.reason === "insufficient_balance") return false;
  throw new Error(`The ledger refused payout ${payoutId}: ${posted.reason}.`);
}

/** Gives free what is held; its pending transaction is canceled. */
export async function releasePayout(db: Db, { holdId, by, at }: Omit<End, "payoutId">) {
  const hold = await lockOpenHold(db, holdId);
  await updateHold(db, holdId, { state: "released", settledCents: null, endedBy: by, at });
  await endPendingTransaction(db, hold.transactionId, "canceled");
}
