import type { ActingContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { recordExtraServiceEvent } from "#shipping/server/ship-requests/record-extra-service-event.ts";
import { dropOrder } from "./drop-order.ts";
import {
  lockLeftOrders,
  lockOpenOrdersOfPackages,
  type OrderSubjects,
} from "./extra-service-queries.ts";
import { notifyOrderEnded } from "./notify-order-ended.ts";

/**
 * Cancels those open orders of parcels and packages that nobody can do any longer: what they are for left, ended, has another
 * owner, or goes without its ship request. What is held for them is released, and their customers are notified. In the
 * transaction `db` that moves or ends it; the database refuses one that leaves such an order open.
 */
export async function endLeftOrders(
  context: ActingContext,
  db: Db,
  subjects: OrderSubjects,
): Promise<void> {
  const orders = await lockLeftOrders(db, subjects);
  // Wallets are locked in this order.
  for (const order of orders.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))) {
    await cancelOrderByItself(context, db, order);
  }
}

/** Cancels a locked order that can no longer be done as it was sold; its hold is released and its customer notified. */
export async function cancelOrderByItself(
  context: ActingContext,
  db: Db,
  order: ExtraServiceRequestRow,
): Promise<void> {
  const at = context.now();
  const change = { state: "cancelled", resultText: "" } as const;
  const dropped = await dropOrder(db, order, change, { endedBy: null, at });
  const { shipRequestId, code: extraServiceCode } = order;
  if (shipRequestId !== null) {
    const system = { actor: "system", actorId: null, at } as const;
    const facts = { extraServiceCode };
    await recordExtraServiceEvent(db, shipRequestId, system, "extra_service_cancelled", facts);
  }
  await notifyOrderEnded(context, db, dropped, "cancelled", "");
}

/** Locks the open orders of several packages before any wallet, for who then moves them one after the other. */
export async function lockOrdersOfPackages(db: Db, packageIds: readonly string[]): Promise<void> {
  if (packageIds.length > 0) await lockOpenOrdersOfPackages(db, packageIds);
}
