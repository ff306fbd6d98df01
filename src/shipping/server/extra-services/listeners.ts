import type { Listeners } from "#platform/server/context.ts";
import { endLeftOrders, lockOrdersOfPackages } from "./order-ends.ts";
import { updateHoldOfOrder } from "./order-hold-queries.ts";
import { readOrdersOfHolds, readOwnOrders } from "./orders.ts";

/** What orders of extra services answer and do for modules below. */
export const extraServiceListeners = {
  goodsLeft: endLeftOrders,
  packagesMoving: lockOrdersOfPackages,
  ordersOfSubject: readOwnOrders,
  holdReplaced: updateHoldOfOrder,
  ordersOfHolds: readOrdersOfHolds,
} satisfies Partial<Listeners>;
