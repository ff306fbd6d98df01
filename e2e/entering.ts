import { visitAdmin } from "#test/crashes/visitor.ts";
import { enterWarehouseAs } from "#test/enter-warehouse-as.ts";
import { admin } from "./server.ts";

/** Enters the first warehouse at a server, as its admin does, beside the browser. */
export async function enterFirstWarehouse(address: string): Promise<void> {
  const office = await visitAdmin(address, admin);
  await enterWarehouseAs(office.api, { code: "HK1" });
}
