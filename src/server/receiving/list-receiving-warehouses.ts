import type { SignedInContext } from "#server/context.ts";
import { listShownWarehouses } from "#server/warehouses/list-shown-warehouses.ts";

type ReceivingWarehouse = { id: string; code: string; name: string; isSample: boolean };

/** The active warehouses, or the sandbox's sample while there is none: hubs first, of these the one entered first. */
export async function listReceivingWarehouses(
  context: SignedInContext,
): Promise<{ items: ReceivingWarehouse[] }> {
  const warehouses = await listShownWarehouses(context);
  const items = warehouses
    .toSorted(
      (one, other) =>
        Number(other.kind === "hub") - Number(one.kind === "hub") ||
        one.createdAt.localeCompare(other.createdAt) ||
        one.id.localeCompare(other.id),
    )
    .map(({ id, code, name, isSample }) => ({ id, code, name, isSample }));
  return { items };
}
