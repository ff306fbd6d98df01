import type { NumberRange, ServiceStock } from "#contract/number-ranges.ts";
import type { SignedInContext } from "#server/context.ts";
import type { Db } from "#server/db/open.ts";
import { describeRange, paceStart, stocksOf } from "./describe-range.ts";
import { listRanges } from "./range-queries.ts";

/** All number ranges, and what is left for each service. */
export async function listNumberRanges({
  db,
  now,
}: SignedInContext): Promise<{ items: NumberRange[]; stocks: ServiceStock[] }> {
  const rows = await listRanges(db, paceStart(now()));
  return { items: rows.map(describeRange), stocks: stocksOf(rows) };
}

/** How many services have numbers for fewer than 14 days at the pace of the last 30. */
export async function countLowStocks(db: Db, now: Date): Promise<number> {
  return stocksOf(await listRanges(db, paceStart(now))).filter(({ isLow }) => isLow).length;
}
