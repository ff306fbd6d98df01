import { apiError } from "#platform/contract/errors.ts";
import type { Context } from "#platform/server/context.ts";

type Asking = Pick<Context, "session" | "settings">;

/** Whether there is a warehouse for who asks: for staff one that was entered, for others one that has been open once. */
export async function isWarehouseThere({ session, settings }: Asking): Promise<boolean> {
  // Staff set it up before it opens, also with operations that are for everybody.
  return session?.person.isWarehouseEntered === true || (await settings.hasWarehouse());
}

/** Throws `no_warehouse` until there is one for who asks. */
export async function requireWarehouse(context: Asking): Promise<void> {
  if (!(await isWarehouseThere(context))) throw apiError("no_warehouse");
}
