import { apiError } from "#contract/errors.ts";
import type { Context } from "#server/context.ts";

/** Whether a warehouse was entered, for operations of staff, or has been open once, for all others. */
export async function isWarehouseThere(
  { session, settings }: Pick<Context, "session" | "settings">,
  { isForStaff }: { readonly isForStaff: boolean },
): Promise<boolean> {
  return isForStaff ? session?.person.isWarehouseEntered === true : await settings.hasWarehouse();
}

/** Throws `no_warehouse` until there is one. */
export async function requireWarehouse(
  ...call: Parameters<typeof isWarehouseThere>
): Promise<void> {
  if (!(await isWarehouseThere(...call))) throw apiError("no_warehouse");
}
