import type { NumberRange, ServiceStock } from "#shipping/contract/number-ranges.ts";
import { defaultLanguage, type Language } from "#platform/rules/language.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { describeRange, paceStart, toStocks } from "./describe-range.ts";
import { listRanges } from "./range-queries.ts";

async function readRanges(db: Db, now: Date, language: Language): Promise<NumberRange[]> {
  const rows = await listRanges(db, paceStart(now));
  return rows.map((row) => describeRange(row, language));
}

/** All number ranges, and what is left for each service. */
export async function listNumberRanges({
  db,
  now,
  language,
}: SignedInContext): Promise<{ items: NumberRange[]; stocks: ServiceStock[] }> {
  const items = await readRanges(db, now(), language);
  return { items, stocks: toStocks(items) };
}

/** How many services have numbers for fewer than 14 days at the pace of the last 30. */
export async function countLowStocks(db: Db, now: Date): Promise<number> {
  const stocks = toStocks(await readRanges(db, now, defaultLanguage));
  return stocks.filter(({ isLow }) => isLow).length;
}
