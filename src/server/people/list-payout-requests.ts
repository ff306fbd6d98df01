// Lists for staff the payouts that customers asked for.
import type { PayoutRequest } from "#contract/office-people.ts";
import type { SignedInContext } from "#server/context.ts";
import { readPayouts } from "./closing/payouts.ts";

/** One page, open ones first, then the newest. */
export async function listPayoutRequests(
  context: SignedInContext,
  input: { readonly page: number; readonly pageSize: number },
): Promise<{ items: PayoutRequest[]; total: number; openCount: number }> {
  const { page, pageSize } = input;
  return await readPayouts(context, { offset: (page - 1) * pageSize, limit: pageSize });
}
