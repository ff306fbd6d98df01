import type { WarehouseFields } from "#catalogue/contract/warehouses.ts";
import { enterWarehouseAs } from "./enter-warehouse-as.ts";
import type { TestApp } from "./test-app.ts";
import { anAdmin, type TestPerson } from "./users.ts";

/** The open warehouse that was entered first; without one, `by` or a new admin enters it. Returns its id. */
export async function enterWarehouse(
  app: TestApp,
  changes: Partial<WarehouseFields> & { readonly by?: TestPerson } = {},
): Promise<string> {
  const { by, ...fields } = changes;
  return await enterWarehouseAs((by ?? (await anAdmin(app))).api, fields);
}
