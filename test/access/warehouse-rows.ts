import { randomUUID } from "node:crypto";
import { warehouseFields } from "#test/warehouses.ts";
import type { Row } from "./row.ts";

/** A code that no other warehouse has. */
const freeCode = () => randomUUID().slice(0, 8).toUpperCase();

export const warehouseRows: Readonly<Record<string, Row>> = {
  listWarehouses: { input: () => ({}) },
  createWarehouse: { input: () => warehouseFields({ code: freeCode() }) },
  updateWarehouse: {
    input: () => ({ warehouseId: randomUUID(), fields: warehouseFields() }),
    answer: "not_found",
  },
};

export const suggestionRows: Readonly<Record<string, Row>> = {
  listSuggestions: { input: () => ({}) },
  acceptSuggestions: { input: () => ({ codes: ["box-huge"] }), answer: "not_found" },
};
