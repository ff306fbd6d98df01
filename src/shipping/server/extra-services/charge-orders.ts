// Charges orders of extra services that are done.
import type { Db } from "#platform/server/db/open.ts";
import type { ExtraServiceRequestRow } from "#shipping/server/tables/ship-requests.ts";
import {
  releaseRequestHolds,
  settleCoveredHold,
} from "#money/server/wallet/holds/request-holds.ts";
import { findHoldOfOrder, type OrderEnd } from "./drop-order.ts";
import { updateOrder } from "./extra-service-queries.ts";

/**
 * Debits what is held for locked orders that are done, as far as the wallet covers it. Where a lost dispute took what was held,
 * the hold is released, and the price is a shortfall until the wallet has it.
 */
export async function chargeOrders(
  db: Db,
  orders: readonly ExtraServiceRequestRow[],
  end: OrderEnd,
): Promise<void> {
  for (const order of orders) {
    const hold = await findHoldOfOrder(db, order);
    if (hold?.state !== "held" || (await settleCoveredHold(db, hold, end))) continue;
    await releaseRequestHolds(db, [hold], end);
    await updateOrder(db, order.id, { shortfallCents: order.priceCents });
  }
}
