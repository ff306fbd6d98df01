import type { Db } from "#server/db/open.ts";
import { eraseOrderTexts, listOrdersOfRequest, updateOrder } from "./extra-service-queries.ts";

/** Cancels the open orders of a ship request that ends. Returns the holds of those that are done, which are charged. */
export async function endOpenOrders(
  db: Db,
  shipRequestId: string,
  by: { readonly actorId: string | null; readonly at: Date },
): Promise<ReadonlySet<string>> {
  const orders = await listOrdersOfRequest(db, shipRequestId);
  for (const { id } of orders.filter(({ state }) => state === "ordered")) {
    await updateOrder(db, id, { state: "cancelled", endedBy: by.actorId, endedAt: by.at });
  }
  const done = orders.filter(({ state }) => state === "done");
  return new Set(done.flatMap(({ holdId }) => holdId ?? []));
}

/** Erases what was found and said about a customer's orders. */
export async function eraseOrders(db: Db, userId: string): Promise<void> {
  await eraseOrderTexts(db, userId);
}
