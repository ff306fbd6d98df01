import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { isWalletEmpty, lockObstacles } from "./closing-obstacles.ts";
import { readUserPayouts } from "#money/server/wallet/payouts/describe-payout.ts";

/** What prevents closing the own account, the open payout request, and whether closing is possible. */
export async function readAccountClosing(context: SignedInContext) {
  const { id, isAdmin } = context.session.person;
  const obstacles = await atomically(context.db, (db) => lockObstacles(context, db));
  const open = (await readUserPayouts(context, id, 1)).find(({ settledAt }) => settledAt === null);
  const payoutRequest =
    open === undefined ? null : { amountCents: open.amountCents, createdAt: open.createdAt };
  const { mustCancelSubscription, parcelsHereCount } = obstacles;
  const isPossible =
    isWalletEmpty(obstacles) && !mustCancelSubscription && parcelsHereCount === 0 && !isAdmin;
  return { ...obstacles, payoutRequest, isPossible };
}
