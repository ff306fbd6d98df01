// A customer's wallet as staff see it.
import { apiError } from "#contract/errors.ts";
import type { Hold, Transaction } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { selectHolds, selectPackagesOf } from "./holds/hold-queries.ts";
import { listTransactionRows, readBalance } from "./ledger-queries.ts";

const newestTransactions = 10;
const newestHolds = 50;
const newestPackages = 50;

/**
 * What a customer can spend, their holds, ended ones too, the newest of their history, and the newest of their
 * packages, which a fee may be held for. Refuses `not_found`.
 */
export async function readUserWallet(
  { db }: SignedInContext,
  { userId }: { userId: string },
): Promise<{
  balanceCents: number;
  heldCents: number;
  holds: Hold[];
  transactions: Transaction[];
  packages: { id: string; trackingNumber: string }[];
}> {
  const balanceCents = await readBalance(db, userId);
  if (balanceCents === null) throw apiError("not_found");
  const rows = await selectHolds(db, userId, { withEnded: true, limit: newestHolds });
  const holds = rows.map(describeHold);
  const open = holds.filter(({ state }) => state === "held");
  const transactions = await listTransactionRows(db, {
    userId,
    before: null,
    limit: newestTransactions,
  });
  return {
    balanceCents,
    heldCents: open.reduce((total, { amountCents }) => total + amountCents, 0),
    holds,
    transactions: transactions.map(describeTransaction),
    packages: await selectPackagesOf(db, userId, newestPackages),
  };
}
