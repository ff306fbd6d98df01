import type { Stocktake } from "#goods/contract/stocktakes.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically } from "#platform/server/db/open.ts";
import { countReceiving } from "#goods/server/receiving/count-receiving.ts";
import { requireWarehouse } from "#goods/server/receiving/require-warehouse.ts";
import { findOpenStocktake, insertUnlessOpen } from "./stocktake-queries.ts";

/** Starts a stocktake of a warehouse, or returns the one that is open. Throws `not_found` and `too_many_requests`. */
export async function startStocktake(
  context: SignedInContext,
  { warehouseId }: { readonly warehouseId: string },
): Promise<Stocktake> {
  await countReceiving(context);
  return await atomically(context.db, async (db) => {
    await requireWarehouse(db, warehouseId);
    const open = await findOpenStocktake(db, warehouseId);
    if (open !== undefined) return open;
    const startedBy = context.session.person.id;
    await insertUnlessOpen(db, { warehouseId, startedBy, startedAt: context.now() });
    const started = await findOpenStocktake(db, warehouseId);
    if (started === undefined) throw new Error("The stocktake does not exist.");
    await recordAdminAction(context, db, {
      action: "stocktakes.startStocktake",
      target: started.id,
      after: { warehouseId },
    });
    return started;
  });
}
