import type { TransactionType } from "#money/rules/ledger.ts";
import type { Db } from "#platform/server/db/open.ts";
import { insertPosting } from "./ledger-queries.ts";
import type { PlanName } from "#platform/rules/plan-name.ts";

export type Posting = {
  /** Names the intention, such as `deposit:<id>`: posting again under it has no further effect. */
  readonly idempotencyKey: string;
  /** What, besides user, type and amount, must be equal in a repeat under the same key. */
  readonly request?: Readonly<Record<string, string | number | null>>;
  readonly userId: string;
  readonly type: TransactionType;
  /** Positive; the type decides the direction. */
  readonly amountCents: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** The pending transaction that this completes, or the id of the new one. */
  readonly transactionId?: string;
  /**
   * The account that pays a `refund`: freight, "provider" for deposits whose refund failed, or that of the fee that is given
   * back.
   */
  readonly against?: "provider" | "services" | "storage";
};

/** `replayed`: it was posted before, and this is the first result. */
export type PostingOutcome =
  | {
      readonly kind: "applied" | "replayed";
      readonly transactionId: string;
      /** After the posting, including open holds. */
      readonly balanceCents: number;
      readonly version: number;
    }
  | {
      readonly kind: "rejected";
      readonly reason: "invalid_amount" | "insufficient_balance" | "key_reused" | "no_wallet";
    };

/**
 * Posts a transaction: its row in the history, a transfer, and two entries that cancel (none for a
 * type that moves no balance), in one statement of the database transaction of `db`. The user's wallet
 * stays locked until that ends. A rejected posting writes nothing. Throws an Error for a key that completes another
 * user's transaction.
 */
export async function recordTransaction(db: Db, posting: Posting): Promise<PostingOutcome> {
  const { idempotencyKey, request = {}, userId, type, amountCents, metadata = {}, at } = posting;
  if (!Number.isSafeInteger(amountCents)) return { kind: "rejected", reason: "invalid_amount" };
  const posted = await insertPosting(db, {
    idempotencyKey,
    request: JSON.stringify(request),
    transactionId: posting.transactionId ?? null,
    userId,
    type,
    amountCents,
    metadata: JSON.stringify(metadata),
    at,
    against: posting.against ?? null,
  });
  if (posted.outcome !== "applied" && posted.outcome !== "replayed") {
    return { kind: "rejected", reason: posted.outcome };
  }
  return {
    kind: posted.outcome,
    transactionId: posted.transactionId,
    balanceCents: Number(posted.balanceCents),
    version: Number(posted.version),
  };
}

/** The key of the transaction of an invoice, by which each is recorded once. */
export function keyOfPlanPayment(invoiceId: string): string {
  return `subscription:${invoiceId}`;
}

/**
 * Records the payment of a plan's invoice in the user's history, once per invoice, in the database transaction of `db`.
 * It was paid by card, so it moves no balance. An invoice over nothing is not recorded. Throws an Error when the same
 * invoice was recorded with another amount or user.
 */
export async function recordSubscriptionPayment(
  db: Db,
  payment: {
    readonly userId: string;
    readonly plan: PlanName;
    readonly amountCents: number;
    /** The provider's id of the invoice. */
    readonly invoiceId: string;
    readonly at: Date;
  },
): Promise<void> {
  const { userId, plan, amountCents, invoiceId, at } = payment;
  if (amountCents === 0) return;
  const posted = await recordTransaction(db, {
    idempotencyKey: keyOfPlanPayment(invoiceId),
    request: { plan },
    userId,
    type: "subscription",
    amountCents,
    metadata: { plan, invoiceId },
    at,
  });
  if (posted.kind === "rejected") {
    throw new Error(`The payment of invoice ${invoiceId} was not recorded: ${posted.reason}.`);
  }
}
