import { apiError } from "#platform/contract/errors.ts";
import type { Hold, Transaction } from "#money/contract/wallet.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeTransaction } from "./describe-transaction.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { listHolds } from "./holds/hold-queries.ts";
import { namePackages } from "./holds/name-packages.ts";
import { findBalance } from "./ledger-queries.ts";
import { listTransactionRows } from "./transaction-queries.ts";
import "./announcements.ts";

const maximumTransactions = 10;
const mostHoldsForAdmin = 50;
const maximumPackages = 50;

/**
 * A customer's wallet for admins: what they can spend, their newest holds, open and ended, their newest transactions,
 * and their newest packages, which a fee may be held for. Throws `not_found`.
 */
export async function readUserWallet(
  context: SignedInContext,
  { userId }: { userId: string },
): Promise<{
  balanceCents: number;
  heldCents: number;
  holds: Hold[];
  transactions: Transaction[];
  packages: { id: string; trackingNumber: string }[];
}> {
  const { db, language, listeners } = context;
  const balanceCents = await findBalance(db, userId);
  if (balanceCents === null) throw apiError("not_found");
  const rows = await listHolds(db, userId, { withEnded: true, limit: mostHoldsForAdmin });
  const holds = (await namePackages(context, db, rows)).map((row) => describeHold(row, language));
  const open = holds.filter(({ state }) => state === "held");
  const transactions = await listTransactionRows(db, {
    userId,
    before: null,
    limit: maximumTransactions,
  });
  return {
    balanceCents,
    heldCents: open.reduce((total, { amountCents }) => total + amountCents, 0),
    holds,
    transactions: transactions.map((row) => describeTransaction(row, language)),
    packages: await listeners.newestPackagesOf(db, userId, maximumPackages),
  };
}
