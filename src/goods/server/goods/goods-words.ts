import type { SuggestedGoodsWord } from "#goods/contract/goods.ts";
import {
  findGoodsWords,
  goodsWordLimits,
  searchableWords,
  type SearchableWord,
} from "#goods/rules/goods-word.ts";
import type { SignedInContext } from "#platform/server/context.ts";
import type { Db } from "#platform/server/db/open.ts";
import { listGoodsWords, readWordsStamp } from "./goods-word-queries.ts";

/** The words for goods, prepared for searches. */
type GoodsWordCache = { read(db: Db): Promise<readonly SearchableWord[]> };

/** A cache of one process, read again where staff have changed words since. */
export function createGoodsWordCache(): GoodsWordCache {
  let kept: { readonly stamp: string; readonly words: readonly SearchableWord[] } | undefined;
  return {
    async read(db) {
      const stamp = await readWordsStamp(db);
      if (kept?.stamp !== stamp) {
        kept = { stamp, words: searchableWords(await listGoodsWords(db)) };
      }
      return kept.words;
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
