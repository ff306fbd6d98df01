import type { Warehouse } from "#contract/warehouses.ts";
import type { AppServices } from "#server/context.ts";
import { isSandboxInUse } from "#server/settings/payment-access.ts";
import { listActiveWarehouses } from "./warehouse-queries.ts";

/** The warehouses whose addresses customers read. The sandbox's sample is shown while there is no other. */
export async function listShownWarehouses({
  config,
  db,
  settings,
}: Pick<AppServices, "config" | "db" | "settings">): Promise<Warehouse[]> {
  const entered = await listActiveWarehouses(db, { isSample: false });
  if (entered.length > 0 || !isSandboxInUse(config, await settings.current())) return entered;
  return await listActiveWarehouses(db, { isSample: true });
}
