// How orders of extra services end: done and charged with their ship request or at once, or cancelled.
import { apiError } from "#platform/contract/errors.ts";
import { unpacking } from "#catalogue/rules/extra-service.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import { unpackShelvedBox } from "#shipping/server/ship-requests/unpack-shelved-box.ts";
import { chargeOrders } from "./charge-orders.ts";
import { requireMayBecome } from "./drop-order.ts";
import { findOrder, lacksSubject, updateOrder } from "./extra-service-queries.ts";

/**
 * Throws `conflict` where a locked order has ended, and `extra_service_not_possible` where what it is for is no longer here or its
 * customer's.
 */
export async function requireDoable(db: Db, order: ExtraServiceRequestRow): Promise<void> {
  requireMayBecome(order, "done");
  if (await lacksSubject(db, order.id)) {
    throw apiError("extra_service_not_possible", { code: order.code });
  }
}

/** Marks a locked order as done. Of a ship request it stays held until that is settled. Throws what `requireDoable` throws. */
export async function finishOrder(
  context: SignedInContext,
  db: Db,
  order: ExtraServiceRequestRow,
  resultText: string,
): Promise<ExtraServiceRequestRow> {
  await requireDoable(db, order);
  const end = { endedBy: context.session.person.id, at: context.now() };
  const done = await updateOrder(db, order.id, {
    state: "done",
    resultText,
    endedBy: end.endedBy,
    endedAt: end.at,
  });
  // Before the wallet, since what else was ordered for the box ends with it.
  if (order.code === unpacking && order.packageId !== null) {
    await unpackShelvedBox(context, db, order.packageId);
  }
  if (order.shipRequestId !== null) return done;
  await chargeOrders(db, [done], end);
  return (await findOrder(db, order.id)) ?? done;
}
