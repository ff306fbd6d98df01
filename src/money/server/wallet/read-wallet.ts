import type { Hold } from "#money/contract/wallet.ts";
import { lowBalanceLimitCents } from "#money/rules/low-balance.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { listHolds } from "./holds/hold-queries.ts";
import { namePackages } from "./holds/name-packages.ts";
import { findBalance, getHeldCents } from "./ledger-queries.ts";
import { findLastFreightCents } from "./transaction-queries.ts";
import "./announcements.ts";

/** Above what a customer can have: 100 extra services, and of each package of the quota what its ship request pays. */
const mostHolds = 5_000;

/** What the signed-in user can spend, in cents, below which balance that is little, and their open holds, the newest first, which are not part of it. */
export async function readWallet(
  context: Pick<SignedInContext, "db" | "language" | "listeners" | "session">,
): Promise<{
  balanceCents: number;
  lowBalanceCents: number;
  heldCents: number;
  holds: Hold[];
}> {
  const { db, session, language, listeners } = context;
  const userId = session.person.id;
  const [balance, heldCents, rows, lastFreightCents] = await Promise.all([
    findBalance(db, userId),
    getHeldCents(db, userId),
    listHolds(db, userId, { withEnded: false, limit: mostHolds }),
    findLastFreightCents(db, userId),
  ]);
  const orders = await listeners.ordersOfHolds(
    db,
    rows.map(({ id }) => id),
    language,
  );
  const holds = (await namePackages(context, db, rows)).map((row) => {
    const extraService = orders.get(row.id);
    return { ...describeHold(row, language), ...(extraService !== undefined && { extraService }) };
  });
  const lowBalanceCents = lowBalanceLimitCents(lastFreightCents);
  return { balanceCents: balance ?? 0, lowBalanceCents, heldCents, holds };
}
