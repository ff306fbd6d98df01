import type { OrderedExtraService } from "#goods/contract/ordered-extra-services.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { describeOrders } from "./describe-orders.ts";
import { listOrdersOfUser } from "./extra-service-queries.ts";

/** All own extra services with what was found and photos, the newest first, for the export of the account. */
export async function exportExtraServices(
  context: SignedInContext,
): Promise<OrderedExtraService[]> {
  const { db, session } = context;
  return await describeOrders(context, db, await listOrdersOfUser(db, session.person.id));
}
