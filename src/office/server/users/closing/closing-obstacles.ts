import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockSubscriber } from "#money/server/plans/lock-subscriber.ts";
import { readSubscription } from "#money/server/plans/read-subscription.ts";
import { readWallet } from "#money/server/wallet/read-wallet.ts";
import { countParcelsHere } from "#goods/server/inbound-parcels/count-parcels-here.ts";
import { lockWallet } from "#money/server/wallet/holds/request-holds.ts";

export type Obstacles = {
  readonly balanceCents: number;
  /** On hold for fees and payouts that are not settled yet. */
  readonly heldCents: number;
  /** Whether a subscription would be billed again. */
  readonly mustCancelSubscription: boolean;
  /** Parcels in the warehouse, which have to leave first. */
  readonly parcelsHereCount: number;
};

/**
 * What prevents closing the own account: money, also on hold, a subscription that continues, and parcels here. The
 * first two are locked until the transaction of `db` ends. A subscription that ends with its period counts as cancelled.
 */
export async function lockObstacles(context: SignedInContext, db: Db): Promise<Obstacles> {
  const userId = context.session.person.id;
  const { hasLiveSubscription } = await lockSubscriber(db, userId);
  await lockWallet(db, userId);
  const { balanceCents, heldCents } = await readWallet({ ...context, db });
  const parcelsHereCount = await countParcelsHere(db, userId);
  const facts = { balanceCents, heldCents, parcelsHereCount };
  if (!hasLiveSubscription) return { ...facts, mustCancelSubscription: false };
  const { cancelsAtPeriodEnd, unsettled } = await readSubscription({ ...context, db });
  // The provider goes on collecting an open invoice.
  const mustCancelSubscription = !cancelsAtPeriodEnd || unsettled !== null;
  return { ...facts, mustCancelSubscription };
}

/** Whether the wallet has no money, on hold or not. */
export function isWalletEmpty({ balanceCents, heldCents }: Obstacles): boolean {
  return balanceCents === 0 && heldCents === 0;
}
