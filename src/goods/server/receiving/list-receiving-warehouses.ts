import type { SignedInContext } from "#platform/server/context.ts";
import { listOpenWarehouses } from "#catalogue/server/warehouses/list-open-warehouses.ts";

type ReceivingWarehouse = { id: string; code: string; name: string };

/** The active warehouses: hubs first, of these the one entered first. */
export async function listReceivingWarehouses({
  db,
}: SignedInContext): Promise<{ items: ReceivingWarehouse[] }> {
  const warehouses = await listOpenWarehouses(db);
  const items = warehouses
    .toSorted(
      (one, other) =>
        Number(other.kind === "hub") - Number(one.kind === "hub") ||
        one.createdAt.localeCompare(other.createdAt) ||
        one.id.localeCompare(other.id),
    )
    .map(({ id, code, name }) => ({ id, code, name }));
  return { items };
}
