import type { Listeners } from "#platform/server/context.ts";
import { isWarehouseThere } from "./warehouses/warehouses.ts";
import { isAnyWarehouseOpened } from "./warehouses/warehouse-queries.ts";

/** What the catalogue answers for the platform. */
export const catalogueListeners = {
  isWarehouseOpened: isAnyWarehouseOpened,
  isWarehouseThere,
} satisfies Partial<Listeners>;
