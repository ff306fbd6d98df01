// Gives back what was debited for a hold.
import type { HoldType, PlatformAccount } from "#money/rules/ledger.ts";
import type { LedgerReasonCode } from "#money/rules/ledger-reason.ts";
import type { Db } from "#platform/server/db/open.ts";
import { recordTransaction, type Posting } from "#money/server/wallet/record-transaction.ts";
import { sumRefunds } from "./request-hold-queries.ts";

/** From which account a charge is given back, as far as it is not that of freight. */
const accounts: Readonly<Record<HoldType, Exclude<Posting["against"], undefined> | null>> = {
  shipping_fee: null,
  payout: null,
  service_fee: "services" satisfies PlatformAccount,
  storage_fee: "storage" satisfies PlatformAccount,
};

/** The charge that a hold became. */
export type Charge = {
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
