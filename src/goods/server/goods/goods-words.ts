import type { SuggestedGoodsWord } from "#goods/contract/goods.ts";
import {
  findGoodsWords,
  goodsWordLimits,
  searchableWords,
  type SearchableWord,
} from "#goods/rules/goods-word.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listGoodsWords } from "./goods-word-queries.ts";

/** The words for goods, prepared for searches. */
type GoodsWordCache = { read(db: Db): Promise<readonly SearchableWord[]> };

/** A cache of one process, read when it is first asked: words come with the schema, and the server cannot change them. */
export function createGoodsWordCache(): GoodsWordCache {
  let words: readonly SearchableWord[] | undefined;
  return {
    async read(db) {
      words ??= searchableWords(await listGoodsWords(db));
      return words;
    },
  };
}

declare module "#platform/server/context.ts" {
  interface AppServices {
    readonly goodsWords: GoodsWordCache;
  }
}

/** Descriptions of goods for what is typed, the best first. */
export async function suggestWords(
  { db, goodsWords }: SignedInContext,
  { text }: { readonly text: string },
): Promise<{ items: SuggestedGoodsWord[] }> {
  const found = findGoodsWords(await goodsWords.read(db), text, goodsWordLimits.suggested);
  return {
    items: found.map(({ term, language, descriptionEn, hsCode, flags }) => ({
      term,
      language,
      description: descriptionEn,
      hsCode,
      flags,
    })),
  };
}
