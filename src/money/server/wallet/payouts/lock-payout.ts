import type { OwnerContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { lockBalance } from "#money/server/wallet/ledger-queries.ts";
import { findPayout, lockPayout, type PayoutRow } from "./payout-queries.ts";

/**
 * The payout, locked together with its wallet; undefined when there is none. The wallet is locked first, as in
 * `requestPayout`: in another order the two could deadlock. Throws `own_wallet` where staff act on their own.
 */
export async function lockPayoutAndWallet(
  { actsOn }: OwnerContext,
  db: Db,
  id: string,
): Promise<PayoutRow | undefined> {
  const found = await findPayout(db, id);
  if (found === undefined) return undefined;
  await lockBalance(db, found.userId);
  const payout = await lockPayout(db, id);
  if (payout !== undefined) await actsOn(db, "payout", payout.userId);
  return payout;
}
