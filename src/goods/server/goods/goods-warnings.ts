import type { GoodsWarning } from "#goods/contract/goods-item-fields.ts";
import type { GoodsItem } from "#goods/rules/goods-item.ts";
import { valueDoubts } from "#goods/rules/goods-value.ts";
import { readAllRates } from "#catalogue/server/exchange-rates/exchange-rates.ts";
import type { Context } from "#platform/server/context.ts";
import type { DeclaredGoods } from "./declared-goods.ts";
import {
  judgeDescription,
  readDictionary,
  type Dictionary,
  type GoodsJudge,
} from "./judge-goods.ts";

/** What customs may ask about a description; one that would be refused by now says too little as a whole. */
function descriptionDoubt(
  { description }: GoodsItem,
  dictionary: Dictionary,
): Omit<GoodsWarning, "index"> | null {
  const judged = description === "" ? null : judgeDescription(description, dictionary);
  if (judged === null) return null;
  if (judged.fault !== null) {
    return judged.fault === "stop_words" ? { kind: "stop_words", stopWords: [description] } : null;
  }
  const { doubt, stopWords } = judged;
  return doubt === null ? null : { kind: doubt, stopWords: [...stopWords] };
}

/** What customs may ask about the goods of parcels, parcel by parcel, by the words and rates of today. */
export async function readWarnings(
  context: GoodsJudge & Pick<Context, "db" | "exchangeRates">,
  parcels: readonly Pick<DeclaredGoods, "goodsItems" | "saidValue">[],
): Promise<GoodsWarning[][]> {
  if (parcels.every(({ goodsItems }) => goodsItems.length === 0)) return parcels.map(() => []);
  const dictionary = await readDictionary(context, context.db);
  const rates = await readAllRates(context);
  return parcels.map(({ goodsItems, saidValue }) => [
    ...goodsItems.flatMap((item, index) => {
      const doubt = descriptionDoubt(item, dictionary);
      return doubt === null ? [] : [{ index, ...doubt }];
    }),
    ...valueDoubts(goodsItems, saidValue, rates),
  ]);
}
