// Undoes the settling of a request's holds: each charge is given back, and held again.
import { randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import { requestHoldKey } from "#money/rules/request-hold-key.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { getTransaction } from "#money/server/wallet/transaction-queries.ts";
import { insertHold } from "./hold-queries.ts";
import { refundableCents, refundCharge } from "./refund-hold.ts";
import { listSettledHolds, type SettledHold } from "./request-hold-queries.ts";
import "#money/server/wallet/announcements.ts";

/** A charge that was given back, and the hold that took its place. */
export type HeldAgain = {
  readonly transactionId: string;
  readonly refundId: string;
  readonly holdId: string;
  readonly amountCents: number;
};

/** The key of a hold in another round: those of extra services are named by their order, all others by the request. */
function keyInRound(hold: SettledHold, shipRequestId: string, round: number): string {
  const isOfOrder = hold.idempotencyKey.startsWith("extra_service:");
  if (!isOfOrder) return requestHoldKey(hold.type, shipRequestId, round);
  const [name = "", orderId = ""] = hold.idempotencyKey.split(":");
  return `${name}:${orderId}:${round}`;
}

type Undone = {
  readonly userId: string;
  readonly shipRequestId: string;
  readonly trackingNumber: string;
  readonly settledAt: Date;
  /** That of the new holds. */
  readonly round: number;
  readonly by: string;
  readonly at: Date;
};

async function refund(db: Db, hold: SettledHold, amountCents: number, undone: Undone) {
  const { userId, shipRequestId, trackingNumber, round, by: refundedBy, at } = undone;
  return await refundCharge(
    db,
    { userId, transactionId: hold.transactionId, type: hold.type, amountCents },
    {
      round,
      reasonCode: "hand_over_taken_back",
      refundedBy,
      facts: { shipRequestId, packageId: hold.packageId, trackingNumber },
      at,
    },
  );
}

async function holdAgain(
  { listeners }: Pick<AppServices, "listeners">,
  db: Db,
  hold: SettledHold,
  amountCents: number,
  undone: Undone,
) {
  const { metadata } = await getTransaction(db, hold.transactionId);
  const { settledBy: _settledBy, holdId: _holdId, heldBy: _heldBy, ...facts } = metadata;
  const made = await insertHold(db, {
    transactionId: randomUUID(),
    userId: undone.userId,
    type: hold.type,
    amountCents,
    reason: hold.reason,
    legNumber: null,
    packageId: hold.packageId,
    shipRequestId: undone.shipRequestId,
    trackingNumber: undone.trackingNumber,
    idempotencyKey: keyInRound(hold, undone.shipRequestId, undone.round),
    heldBy: undone.userId,
    at: undone.at,
    metadata: facts,
  });
  if (made === undefined) throw new Error("The hold exists already.");
  await listeners.holdReplaced(db, { from: hold.id, to: made.id });
  return made.id;
}

/**
 * Gives back what was charged for a request at a moment, as far as it was not given back before, and holds the same amounts
 * again, in the transaction `db`. Throws `insufficient_balance` where a dispute has taken the wallet below zero.
 */
export async function refundAndHoldAgain(
  services: Pick<AppServices, "listeners">,
  db: Db,
  undone: Undone,
): Promise<HeldAgain[]> {
  await lockBalance(db, undone.userId);
  const settled = await listSettledHolds(db, undone.shipRequestId, undone.settledAt);
  const refunds: { hold: SettledHold; amountCents: number; refundId: string }[] = [];
  for (const hold of settled) {
    const amountCents = await refundableCents(db, hold);
    if (amountCents <= 0) continue;
    refunds.push({ hold, amountCents, refundId: await refund(db, hold, amountCents, undone) });
  }
  const total = refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
  if (((await lockBalance(db, undone.userId)) ?? 0) < total) throw apiError("insufficient_balance");
  const again: HeldAgain[] = [];
  for (const { hold, amountCents, refundId } of refunds) {
    const holdId = await holdAgain(services, db, hold, amountCents, undone);
    again.push({ transactionId: hold.transactionId, refundId, holdId, amountCents });
  }
  return again;
}
