// Enters the warehouse with which its operations and screens begin and accepts what the product suggests for it, as an operator
// does: for tests, demo data, measurements and journeys in a browser.
import { randomUUID } from "node:crypto";
import type { ContractRouterClient } from "@orpc/contract";
import type { Api } from "#app/contract/api.ts";
import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { warehouseFields } from "./warehouses.ts";

type AdminApi = Pick<ContractRouterClient<Api>, "suggestions" | "warehouses">;

/** Accepts everything that the product suggests and nothing stands in place of. */
export async function acceptSuggestionsAs(admin: Pick<AdminApi, "suggestions">): Promise<void> {
  const { items } = await admin.suggestions.listSuggestions({});
  const codes = items.filter(({ isOpen }) => isOpen).map(({ code }) => code);
  if (codes.length > 0) await admin.suggestions.acceptSuggestions({ codes });
}

/**
 * Enters a warehouse, open and with a code of its own unless `changes` say otherwise, and accepts what is suggested for it; returns
 * its id.
 */
export async function addWarehouse(
  admin: AdminApi,
  changes: Partial<WarehouseFields> = {},
): Promise<string> {
  const code = randomUUID().slice(0, 6).toUpperCase();
  const { id } = await admin.warehouses.createWarehouse(warehouseFields({ code, ...changes }));
  await acceptSuggestionsAs(admin);
  return id;
}

/** The open warehouse that was entered first; without one, `admin` enters it. Returns its id. */
export async function enterWarehouseAs(
  admin: AdminApi,
  changes: Partial<WarehouseFields> = {},
): Promise<string> {
  const { items } = await admin.warehouses.listWarehouses({});
  const [open] = items
    .filter(({ isActive }) => isActive)
    .toSorted((one, other) => one.createdAt.localeCompare(other.createdAt));
  return open?.id ?? (await addWarehouse(admin, changes));
}
