// Debits many holds at their amounts in the transaction that hands their packages over, in a few statements.
import { apiError } from "#platform/contract/errors.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  insertPostingsOfHolds,
  lockWallets,
  updateHoldsToSettled,
  type OpenRequestHoldRow,
} from "./request-hold-queries.ts";

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
