// The one way into the ledger: posts a transaction under its key, or says why not.
import type { TransactionType } from "#core/ledger.ts";
import type { Db } from "#server/db/open.ts";
import { postTransaction } from "./ledger-queries.ts";

/** A transaction to be posted. */
export type Posting = {
  /** Names the intention, such as `deposit:<id>`: whatever comes again under it has no further effect. */
  readonly idempotencyKey: string;
  /** What, besides person, type and amount, makes two requests under one key the same. */
  readonly request?: Readonly<Record<string, string | number | null>>;
  readonly userId: string;
  readonly type: TransactionType;
  /** Positive; the type says which way it goes. */
  readonly amountCents: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly at: Date;
  /** The pending transaction that this completes, or the id of the new one. */
  readonly transactionId?: string;
  /** Where a `refund` comes from: our own account, or with "provider" a deposit given back in vain. */
  readonly against?: "provider";
};

/** What became of it. `replayed`: it had been done before, and this is what came of it then. */
export type PostingOutcome =
  | {
      readonly kind: "applied" | "replayed";
      readonly transactionId: string;
      /** Afterwards, with what is on hold. */
      readonly balanceCents: number;
      readonly version: number;
    }
  | {
      readonly kind: "refused";
      readonly reason: "invalid_amount" | "insufficient_balance" | "key_reused" | "no_wallet";
    };

/**
 * Posts a transaction: its row in the history, a transfer, and two entries that cancel (none for a
 * type that moves no balance), in one statement of the database transaction of `db`. The person's wallet
 * stays locked until that ends. A refusal is an answer and writes nothing; a key that completes
 * another's transaction throws.
 */
export async function recordTransaction(db: Db, posting: Posting): Promise<PostingOutcome> {
  const { idempotencyKey, request = {}, userId, type, amountCents, metadata = {}, at } = posting;
  if (!Number.isSafeInteger(amountCents)) return { kind: "refused", reason: "invalid_amount" };
  const posted = await postTransaction(db, {
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
    return { kind: "refused", reason: posted.outcome };
  }
  return {
    kind: posted.outcome,
    transactionId: posted.transactionId,
    balanceCents: Number(posted.balanceCents),
    version: Number(posted.version),
  };
}
