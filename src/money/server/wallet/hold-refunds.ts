// Undoes the settling of a request's holds: each charge is given back, and held again.
import { randomUUID } from "node:crypto";
import { apiError } from "#platform/contract/errors.ts";
import {
  requestHoldKey,
  type HoldType,
  type PlatformAccount,
  type LedgerReasonCode,
} from "#money/rules/ledger.ts";
import type { AppServices } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockBalance } from "./ledger-queries.ts";
import { getTransaction } from "./transaction-queries.ts";
import { insertHold, listSettledHolds, type SettledHold, sumRefunds } from "./hold-queries.ts";
import "#money/server/announcements.ts";
import { recordTransaction, type Posting } from "./record-transaction.ts";

/** A charge that was given back, and the hold that took its place. */
type HeldAgain = {
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

/** From which account a charge is given back, as far as it is not that of freight. */
const accounts: Readonly<Record<HoldType, Exclude<Posting["against"], undefined> | null>> = {
  shipping_fee: null,
  payout: null,
  service_fee: "services" satisfies PlatformAccount,
  storage_fee: "storage" satisfies PlatformAccount,
};

/** The charge that a hold became. */
type Charge = {
  readonly userId: string;
  readonly transactionId: string;
  readonly type: HoldType;
  readonly amountCents: number;
};

/** What of a charge was not given back yet, in cents. */
export async function refundableCents(
  db: Db,
  { transactionId, amountCents }: Omit<Charge, "userId">,
): Promise<number> {
  return amountCents - (await sumRefunds(db, transactionId));
}

/**
 * Gives `amountCents` of a charge back by a `refund` that names it, from the account to which it went; once for each `round`.
 * Returns the refund's transaction.
 */
export async function refundCharge(
  db: Db,
  { userId, transactionId, type, amountCents }: Charge,
  refund: {
    readonly round: number | string;
    readonly reasonCode: LedgerReasonCode;
    readonly refundedBy: string | null;
    readonly facts: Readonly<Record<string, unknown>>;
    readonly at: Date;
  },
): Promise<string> {
  const { round, reasonCode, refundedBy, facts, at } = refund;
  const against = accounts[type];
  const posted = await recordTransaction(db, {
    idempotencyKey: `refund:${transactionId}:${round}`,
    userId,
    type: "refund",
    amountCents,
    metadata: { refunds: transactionId, reasonCode, ...facts, refundedBy },
    at,
    ...(against !== null && { against }),
  });
  if (posted.kind === "rejected") {
    throw new Error(`The ledger rejected a refund of ${transactionId}: ${posted.reason}.`);
  }
  return posted.transactionId;
}
