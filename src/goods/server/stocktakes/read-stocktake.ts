import { apiError } from "#platform/contract/errors.ts";
import type { StocktakeDetails } from "#goods/contract/stocktakes.ts";
import { stocktakeLimits, type StocktakeDifferenceKind } from "#goods/rules/stocktake.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import {
  findStocktake,
  listCountedLocations,
  listDifferencesNow,
  listRecordedDifferences,
} from "./stocktake-queries.ts";

/** A stocktake with its counted locations and differences. Throws `not_found`. */
export async function stocktakeDetails(db: Db, stocktakeId: string): Promise<StocktakeDetails> {
  const stocktake = await findStocktake(db, stocktakeId);
  if (stocktake === undefined) throw apiError("not_found");
  const listDifferences =
    stocktake.finishedAt === null ? listDifferencesNow : listRecordedDifferences;
  const differences = await listDifferences(db, stocktakeId);
  const countOf = (wanted: StocktakeDifferenceKind) =>
    differences.filter(({ kind }) => kind === wanted).length;
  return {
    stocktake,
    locations: await listCountedLocations(db, stocktakeId),
    differences: differences
      .slice(0, stocktakeLimits.differencesShown)
      .map(
        ({ packageId: _package, recordedLocationId: _from, foundLocationId: _to, ...shown }) =>
          shown,
      ),
    missingCount: countOf("missing"),
    misplacedCount: countOf("misplaced"),
  };
}

/** A stocktake: of an open one how the warehouse differs now, of a finished one how it differed. Throws `not_found`. */
export async function readStocktake(
  { db }: SignedInContext,
  { stocktakeId }: { readonly stocktakeId: string },
): Promise<StocktakeDetails> {
  return await stocktakeDetails(db, stocktakeId);
}
