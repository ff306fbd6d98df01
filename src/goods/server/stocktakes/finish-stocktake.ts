import { apiError } from "#platform/contract/errors.ts";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { recordAdminAction } from "#platform/server/audit/record-admin-action.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import { atomically, type Db } from "#platform/server/db/open.ts";
import { actsOnParcels } from "#goods/server/inbound-parcels/acts-on-parcels.ts";
import { countReceiving } from "#goods/server/receiving/count-receiving.ts";
import { moveParcels } from "#goods/server/receiving/move-parcels.ts";
import { stocktakeDetails } from "./read-stocktake.ts";
import {
  insertDifferences,
  listDifferencesNow,
  listRecordedDifferences,
  lockParcelsById,
  lockStocktake,
  updateFinished,
  updateMissing,
  type Difference,
} from "./stocktake-queries.ts";

/** The differences, of parcels that nobody moves until the transaction ends. */
async function lockDifferences(
  context: SignedInContext,
  db: Db,
  stocktakeId: string,
): Promise<Difference[]> {
  const seen = await listDifferencesNow(db, stocktakeId);
  const ids = seen.map(({ inboundParcelId }) => inboundParcelId);
  await lockParcelsById(db, ids.toSorted());
  await actsOnParcels(context, db, ids);
  const locked = new Set(ids);
  const differences = await listDifferencesNow(db, stocktakeId);
  return differences.filter(({ inboundParcelId }) => locked.has(inboundParcelId));
}

async function moveToFound(context: SignedInContext, db: Db, differences: readonly Difference[]) {
  const byLocation = Map.groupBy(differences, ({ foundLocationId }) => foundLocationId);
  for (const [locationId, found] of byLocation) {
    if (locationId === null) continue;
    const parcels = found.map(({ inboundParcelId: id, packageId }) => ({ id, packageId }));
    await moveParcels(context, db, parcels, locationId);
  }
}

async function finish(
  context: SignedInContext,
  db: Db,
  {
    stocktakeId,
    movesMisplaced,
  }: { readonly stocktakeId: string; readonly movesMisplaced: boolean },
): Promise<void> {
  const stocktake = await lockStocktake(db, stocktakeId, "finish");
  if (stocktake === undefined) throw apiError("not_found");
  if (stocktake.finishedAt !== null) {
    const recorded = await listRecordedDifferences(db, stocktakeId);
    const ids = recorded.map(({ inboundParcelId }) => inboundParcelId);
    return await actsOnParcels(context, db, ids);
  }
  const differences = await lockDifferences(context, db, stocktakeId);
  const now = context.now();
  const missing = differences.filter(({ kind }) => kind === "missing");
  const misplaced = differences.filter(({ kind }) => kind === "misplaced");
  await updateMissing(
    db,
    missing.map(({ inboundParcelId }) => inboundParcelId),
    { missingSince: now, updatedAt: now },
  );
  if (movesMisplaced) await moveToFound(context, db, misplaced);
  await insertDifferences(db, stocktakeId, differences);
  await updateFinished(db, stocktakeId, { finishedBy: context.session.person.id, finishedAt: now });
  await recordAdminAction(context, db, {
    action: "stocktakes.finishStocktake",
    target: stocktakeId,
    after: {
      missing: missing.map(({ labelCode }) => labelCode),
      misplaced: misplaced.map(({ labelCode }) => labelCode),
      movesMisplaced,
    },
  });
  context.log.info(
    { stocktakeId, missing: missing.length, misplaced: misplaced.length },
    "Stocktake finished",
  );
}

/**
 * Finishes a stocktake, all or nothing: its differences are recorded, misplaced parcels move to where they were found
 * unless `movesMisplaced` is false, and missing ones are marked until they are seen again. One that is finished stays as
 * it is. Throws `not_found`, `own_account` where one of the acting person's own parcels differs, and `too_many_requests`.
 */
export async function finishStocktake(
  context: SignedInContext,
  input: { readonly stocktakeId: string; readonly movesMisplaced: boolean },
): Promise<StocktakeDetails> {
  await countReceiving(context);
  return await atomically(context.db, async (db) => {
    await finish(context, db, input);
    return await stocktakeDetails(db, input.stocktakeId);
  });
}
