// What stands in the way of closing an account: money, also on hold, and a subscription that goes on.
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { lockSubscriber } from "#server/plans/lock-subscriber.ts";
import { readSubscription } from "#server/plans/read-subscription.ts";
import { readWallet } from "#server/wallet/read-wallet.ts";
import { lockWallet } from "./closing-queries.ts";

export type Obstacles = {
  readonly balanceCents: number;
  /** Set aside for fees that are not settled yet. */
  readonly heldCents: number;
  /** A subscription of theirs would be billed again. */
  readonly mustCancelSubscription: boolean;
};

/**
 * All as they are, and none of it changes until the database transaction of `db` ends. A subscription that ends with
 * its period is cancelled already.
 */
export async function lockObstacles(context: SignedInContext, db: Db): Promise<Obstacles> {
  const userId = context.session.person.id;
  const { hasLiveSubscription } = await lockSubscriber(db, userId);
  await lockWallet(db, userId);
  const { balanceCents, heldCents } = await readWallet({ ...context, db });
  if (!hasLiveSubscription) return { balanceCents, heldCents, mustCancelSubscription: false };
  const { cancelsAtPeriodEnd, unsettled } = await readSubscription({ ...context, db });
  // Where a bill is open, the provider goes on trying to be paid.
  const mustCancelSubscription = !cancelsAtPeriodEnd || unsettled !== null;
  return { balanceCents, heldCents, mustCancelSubscription };
}

/** Whether nothing is left in the wallet and nothing is set aside. */
export function isWalletEmpty({ balanceCents, heldCents }: Obstacles): boolean {
  return balanceCents === 0 && heldCents === 0;
}
