// What stands in the way of closing an account: money, and a subscription that goes on.
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { lockSubscriber } from "#server/plans/lock-subscriber.ts";
import { readSubscription } from "#server/plans/read-subscription.ts";
import { lockWalletBalance } from "./store.ts";

export type Obstacles = {
  readonly balanceCents: number;
  /** A subscription of theirs would be billed again. */
  readonly mustCancelSubscription: boolean;
};

/**
 * Both as they are, and neither changes until the database transaction of `db` ends. A subscription that ends with
 * its period is cancelled already.
 */
export async function lockObstacles(context: SignedInContext, db: Db): Promise<Obstacles> {
  const userId = context.session.person.id;
  const { hasLiveSubscription } = await lockSubscriber(db, userId);
  const balanceCents = await lockWalletBalance(db, userId);
  if (!hasLiveSubscription) return { balanceCents, mustCancelSubscription: false };
  const { cancelsAtPeriodEnd } = await readSubscription({ ...context, db });
  return { balanceCents, mustCancelSubscription: !cancelsAtPeriodEnd };
}
