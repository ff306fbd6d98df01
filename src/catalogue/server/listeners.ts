import type { Listeners } from "#platform/server/context.ts";
import { isAnyWarehouseOpened } from "./warehouses/warehouse-queries.ts";

/** What the catalogue answers for the platform. */
export const catalogueListeners = {
  isWarehouseOpened: isAnyWarehouseOpened,
} satisfies Partial<Listeners>;
