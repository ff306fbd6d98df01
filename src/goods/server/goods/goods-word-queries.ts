import type { GoodsWord } from "#goods/rules/goods-word.ts";
import { sql } from "kysely";
import type { Db } from "#platform/server/db/open.ts";

/** The words that are suggested today. */
export async function listGoodsWords(db: Db): Promise<GoodsWord[]> {
  return await db
    .selectFrom("goodsWords")
    .select(["term", "language", "hsCode", "descriptionEn", "flags"])
    .where(sql<boolean>`(valid_until is null or valid_until >= current_date)`)
    .orderBy("descriptionEn")
    .orderBy("term")
    .execute();
}

/** What changes whenever the words that are suggested do. */
export async function readWordsStamp(db: Db): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws(' ', current_date, count(*), max(updated_at)) as stamp from goods_words
  `.execute(db);
  return rows[0]?.stamp ?? "";
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
