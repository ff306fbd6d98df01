import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { eraseOrderTexts, listOrdersOfRequest, updateOrder } from "./extra-service-queries.ts";

/** Cancels the open orders of a locked ship request that ends. Returns those that are done, which are charged. */
export async function endOpenOrders(
  db: Db,
  shipRequestId: string,
  by: { readonly actorId: string | null; readonly at: Date },
): Promise<ExtraServiceRequestRow[]> {
  const orders = await listOrdersOfRequest(db, shipRequestId);
  for (const { id } of orders.filter(({ state }) => state === "ordered")) {
    await updateOrder(db, id, { state: "cancelled", endedBy: by.actorId, endedAt: by.at });
  }
  return orders.filter(({ state }) => state === "done");
}

/** Erases what was found and said about a customer's orders. */
export async function eraseOrders(db: Db, userId: string): Promise<void> {
  await eraseOrderTexts(db, userId);
}
