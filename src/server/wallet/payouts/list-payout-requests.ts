// Lists for staff the payouts that customers asked for.
import type { PayoutRequest } from "#contract/users.ts";
import type { SignedInContext } from "#server/context.ts";
import { describeForStaff } from "./payouts.ts";
import { listPayouts } from "./payout-queries.ts";

/** One page, open ones first, then the newest. */
export async function listPayoutRequests(
  { db }: SignedInContext,
  input: { readonly page: number; readonly pageSize: number },
): Promise<{ items: PayoutRequest[]; total: number; openCount: number }> {
  const { page, pageSize } = input;
  const found = await listPayouts(db, { offset: (page - 1) * pageSize, limit: pageSize });
  const { rows, total, openCount } = found;
  return { items: rows.map(describeForStaff), total, openCount };
}
