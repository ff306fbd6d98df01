import type { Hold } from "#contract/wallet.ts";
import { lowBalanceLimitCents } from "#core/low-balance.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { listHolds } from "./holds/hold-queries.ts";
import { findBalance } from "./ledger-queries.ts";
import { findLastFreightCents } from "./transaction-queries.ts";

const maximumHolds = 100;

/** What the signed-in user can spend, in cents, below which balance that is little, and their open holds, the newest first, which are not part of it. */
export async function readWallet({ db, session, language }: SignedInContext): Promise<{
  balanceCents: number;
  lowBalanceCents: number;
  heldCents: number;
  holds: Hold[];
}> {
  const userId = session.person.id;
  const [balance, rows, lastFreightCents] = await Promise.all([
    findBalance(db, userId),
    listHolds(db, userId, { withEnded: false, limit: maximumHolds }),
    findLastFreightCents(db, userId),
  ]);
  const holds = rows.map((row) => describeHold(row, language));
  const heldCents = holds.reduce((total, { amountCents }) => total + amountCents, 0);
  const lowBalanceCents = lowBalanceLimitCents(lastFreightCents);
  return { balanceCents: balance ?? 0, lowBalanceCents, heldCents, holds };
}
