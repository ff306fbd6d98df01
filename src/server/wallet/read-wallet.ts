import type { Hold } from "#contract/wallet.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeHold } from "./holds/describe-hold.ts";
import { listHolds } from "./holds/hold-queries.ts";
import { findBalance } from "./ledger-queries.ts";

const maximumHolds = 100;

/** What the signed-in user can spend, in cents, and their open holds, the newest first, which are not part of it. */
export async function readWallet({
  db,
  session,
}: SignedInContext): Promise<{ balanceCents: number; heldCents: number; holds: Hold[] }> {
  const userId = session.person.id;
  const balanceCents = (await findBalance(db, userId)) ?? 0;
  const rows = await listHolds(db, userId, { withEnded: false, limit: maximumHolds });
  const holds = rows.map(describeHold);
  const heldCents = holds.reduce((total, { amountCents }) => total + amountCents, 0);
  return { balanceCents, heldCents, holds };
}
