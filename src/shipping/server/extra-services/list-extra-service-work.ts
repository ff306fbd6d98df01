import type { ExtraServiceWork } from "#shipping/contract/extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeWork } from "./describe-orders.ts";
import { listOpenOrders } from "./extra-service-queries.ts";

/** The orders of extra services that are open, those due first, without prices. */
export async function listExtraServiceWork(
  context: SignedInContext,
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
): Promise<{ items: ExtraServiceWork[]; total: number }> {
  const slice = { offset: (page - 1) * pageSize, limit: pageSize };
  const { rows, total } = await listOpenOrders(context.db, slice);
  return { items: await describeWork(context, context.db, rows), total };
}
