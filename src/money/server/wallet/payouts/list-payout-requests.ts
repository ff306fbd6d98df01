import type { PayoutRequest } from "#money/contract/payouts.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describePayoutRequest } from "./describe-payout.ts";
import { listPayoutPage } from "./payout-queries.ts";

/** One page of all customers' payout requests, open ones first, then the newest. */
export async function listPayoutRequests(
  { db }: SignedInContext,
  input: { readonly page: number; readonly pageSize: number },
): Promise<{ items: PayoutRequest[]; total: number; openCount: number }> {
  const { page, pageSize } = input;
  const { rows, total, openCount } = await listPayoutPage(db, {
    offset: (page - 1) * pageSize,
    limit: pageSize,
  });
  return { items: rows.map(describePayoutRequest), total, openCount };
}
