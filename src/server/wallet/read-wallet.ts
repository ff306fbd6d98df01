// The own balance, and what is on hold beside it.
import type { Hold } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { selectHolds } from "./holds/hold-queries.ts";
import { readBalance } from "./ledger-queries.ts";

const mostHolds = 100;

/** What the person signed in can spend, in cents, and the open holds, the newest first, which are not part of it. */
export async function readWallet({
  db,
  session,
}: SignedInContext): Promise<{ balanceCents: number; heldCents: number; holds: Hold[] }> {
  const userId = session.person.id;
  const balanceCents = (await readBalance(db, userId)) ?? 0;
  const rows = await selectHolds(db, userId, { withEnded: false, limit: mostHolds });
  const holds = rows.map(describeHold);
  const heldCents = holds.reduce((total, { amountCents }) => total + amountCents, 0);
  return { balanceCents, heldCents, holds };
}
