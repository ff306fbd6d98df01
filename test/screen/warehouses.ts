import type { Warehouse } from "#catalogue/contract/warehouses.ts";
import { warehouseFields } from "#test/warehouses.ts";

/** A warehouse that is open, as its list answers it. */
export const kwunTong: Warehouse = {
  ...warehouseFields(),
  id: "00000000-0000-4000-8000-000000000401",
  openedAt: "2031-04-02T08:30:00.000Z",
  createdAt: "2031-04-02T08:30:00.000Z",
  updatedAt: "2031-04-02T08:30:00.000Z",
};
