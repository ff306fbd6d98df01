import type { GoodsWord } from "#goods/rules/goods-word.ts";
import type { Db } from "#platform/server/db/open.ts";

export async function listGoodsWords(db: Db): Promise<GoodsWord[]> {
  return await db
    .selectFrom("goodsWords")
    .select(["term", "language", "hsCode", "descriptionEn", "flags"])
    .orderBy("descriptionEn")
    .orderBy("term")
    .execute();
}

/** The words of all lists that count on a day (YYYY-MM-DD). */
export async function listStopWords(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom("stopWords")
    .select("term")
    .distinct()
    .where("validFrom", "<=", day)
    .where(({ eb, or }) => or([eb("validUntil", "is", null), eb("validUntil", ">=", day)]))
    .orderBy("term")
    .execute();
  return rows.map(({ term }) => term);
}
