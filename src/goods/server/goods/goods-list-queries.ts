// The SQL about lists of goods that staff keep.
import { sql } from "kysely";
import type { HsCodeRow, StopWordRow, WordRow } from "#goods/rules/list-import.ts";
import type { Language } from "#platform/rules/language.ts";
import type { Db } from "#platform/server/db/open.ts";
import type { RowOf } from "#platform/server/db/tables.ts";

export type StoredWord = RowOf<"goodsWords">;

function searched(search: string) {
  const text = `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  return sql<boolean>`(${search} = '' or term ilike ${text} or description_en ilike ${text} or hs_code like ${text})`;
}

/** One page of words, by their description. */
export async function listWordRows(
  db: Db,
  search: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<StoredWord[]> {
  return await db
    .selectFrom("goodsWords")
    .selectAll()
    .where(searched(search))
    .orderBy("descriptionEn")
    .orderBy("language")
    .orderBy("term")
    .offset(offset)
    .limit(limit)
    .execute();
}

export async function countWordRows(db: Db, search: string): Promise<number> {
  const { count } = await db
    .selectFrom("goodsWords")
    .select((row) => row.fn.countAll<bigint>().as("count"))
    .where(searched(search))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function updateWordEnd(
  db: Db,
  { term, language }: { readonly term: string; readonly language: Language },
  change: { readonly validUntil: string | null; readonly updatedAt: Date },
): Promise<StoredWord | undefined> {
  return await db
    .updateTable("goodsWords")
    .set(change)
    .where("term", "=", term)
    .where("language", "=", language)
    .returningAll()
    .executeTakeFirst();
}

export async function findWord(
  db: Db,
  { term, language }: { readonly term: string; readonly language: Language },
): Promise<StoredWord | undefined> {
  return await db
    .selectFrom("goodsWords")
    .selectAll()
    .where("term", "=", term)
    .where("language", "=", language)
    .forUpdate()
    .executeTakeFirst();
}

/** All words as files have them. */
export async function listWordsForImport(db: Db): Promise<WordRow[]> {
  return await db
    .selectFrom("goodsWords")
    .select(["term", "language", "hsCode", "descriptionEn", "flags", "source", "sourceDay"])
    .execute();
}

export async function listStopWordsForImport(db: Db): Promise<StopWordRow[]> {
  return await db
    .selectFrom("stopWords")
    .select(["list", "term", "source", "sourceDay", "confidence", "validFrom", "validUntil"])
    .execute();
}

/** Those of these codes that are on the list. */
export async function listHsCodesForImport(db: Db, codes: readonly string[]): Promise<HsCodeRow[]> {
  return await db
    .selectFrom("hsCodes")
    .select(["code", "description", "edition", "source"])
    .where("code", "=", sql<string>`any(${codes}::text[])`)
    .execute();
}

const rowsOfStatement = 1_000;

async function inParts<Row>(rows: readonly Row[], save: (part: Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += rowsOfStatement) {
    await save(rows.slice(at, at + rowsOfStatement));
  }
}

export async function saveWords(db: Db, rows: readonly WordRow[], updatedAt: Date): Promise<void> {
  await inParts(rows, async (part) => {
    await db
      .insertInto("goodsWords")
      .values(part.map((row) => ({ ...row, flags: [...row.flags], updatedAt })))
      .onConflict((conflict) =>
        conflict.columns(["language", "term"]).doUpdateSet((row) => ({
          hsCode: row.ref("excluded.hsCode"),
          descriptionEn: row.ref("excluded.descriptionEn"),
          flags: row.ref("excluded.flags"),
          source: row.ref("excluded.source"),
          sourceDay: row.ref("excluded.sourceDay"),
          updatedAt,
        })),
      )
      .execute();
  });
}

export async function saveStopWords(db: Db, rows: readonly StopWordRow[]): Promise<void> {
  await inParts(rows, async (part) => {
    await db
      .insertInto("stopWords")
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(["list", "term", "validFrom"]).doUpdateSet((row) => ({
          source: row.ref("excluded.source"),
          sourceDay: row.ref("excluded.sourceDay"),
          confidence: row.ref("excluded.confidence"),
          validUntil: row.ref("excluded.validUntil"),
        })),
      )
      .execute();
  });
}

export async function saveHsCodes(
  db: Db,
  rows: readonly HsCodeRow[],
  origin: { readonly importedBy: string; readonly importedAt: Date },
): Promise<void> {
  await inParts(rows, async (part) => {
    await db
      .insertInto("hsCodes")
      .values(part.map((row) => ({ ...row, ...origin })))
      .onConflict((conflict) =>
        conflict.column("code").doUpdateSet((row) => ({
          description: row.ref("excluded.description"),
          edition: row.ref("excluded.edition"),
          source: row.ref("excluded.source"),
          ...origin,
        })),
      )
      .execute();
  });
}

/** Those of these codes that are not on the imported list, neither whole nor by their first six digits; none before there is one. */
export async function listUnknownHsCodes(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return [];
  const { rows } = await sql<{ code: string }>`
    select code from unnest(${codes}::text[]) as typed (code)
    where exists (select from hs_codes)
      and not exists (select from hs_codes known where known.code in (typed.code, left(typed.code, 6)))
  `.execute(db);
  return rows.map(({ code }) => code);
}
