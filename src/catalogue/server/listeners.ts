import type { Listeners } from "#platform/server/context.ts";
import { isAnyWarehouseOpened } from "./warehouses/warehouse-queries.ts";

/** What warehouses answer for the platform. */
export const warehouseListeners = {
  isWarehouseOpened: isAnyWarehouseOpened,
} satisfies Partial<Listeners>;
