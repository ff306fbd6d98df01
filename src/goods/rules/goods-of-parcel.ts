// What is said about a parcel as a whole, and what is in it item by item: either follows where only the other was stated.
import { normalizeLine } from "#platform/rules/normalize-text.ts";
import { descriptionLength, latinText } from "./goods-description.ts";
import {
  cutAtWord,
  goodsItemLimits,
  itemValueMinor,
  noGoods,
  type GoodsItem,
} from "./goods-item.ts";
import { declarationLimits, declaredCurrencies, type DeclaredCurrency } from "./inbound-parcel.ts";

/** The only piece of goods that a parcel has of which nobody stated its goods item by item; null where nothing was said. */
export function itemOfDeclaration(said: {
  readonly description: string;
  readonly declaredValueMinor: number | null;
  readonly declaredCurrency: string | null;
}): GoodsItem | null {
  const text = normalizeLine(said.description);
  const currency = declaredCurrencies.find((one) => one === said.declaredCurrency) ?? null;
  const unitValueMinor = currency === null ? null : said.declaredValueMinor;
  if (text === "" && unitValueMinor === null) return null;
  const latin = cutAtWord(latinText(text) ?? "", descriptionLength.maximum);
  const description = latin.length < descriptionLength.minimum ? "" : latin;
  return {
    ...noGoods,
    description,
    descriptionOriginal:
      description === "" ? cutAtWord(text, goodsItemLimits.originalCharacters) : "",
    unitValueMinor,
    currency: unitValueMinor === null ? null : currency,
  };
}

/** The contents of a parcel in the words of its customer, as lists and searches have them. */
export function contentsOf(items: readonly GoodsItem[]): string {
  const names = items.map(({ description, descriptionOriginal }) =>
    descriptionOriginal === "" ? description : descriptionOriginal,
  );
  const all = [...new Set(names)].filter((name) => name !== "").join(", ");
  return cutAtWord(all, declarationLimits.descriptionCharacters);
}

/** What all goods of a parcel cost; null unless all have a value, in one currency and not above what can be declared. */
export function totalOf(
  items: readonly Pick<GoodsItem, "quantity" | "unitValueMinor" | "currency">[],
) {
  const [declaredCurrency, ...others] = new Set(items.map(({ currency }) => currency));
  if (declaredCurrency === undefined || declaredCurrency === null || others.length > 0) return null;
  const declaredValueMinor = items.reduce((sum, item) => sum + (itemValueMinor(item) ?? 0), 0);
  if (declaredValueMinor > declarationLimits.valueMinor) return null;
  return { declaredValueMinor, declaredCurrency };
}

type Said = { readonly description: string; readonly declaredCurrency: DeclaredCurrency | null };

/**
 * What changes of what is said about a parcel as a whole when its goods items do: its contents follow them unless its
 * customer said something else, and what it cost stays as what was said first.
 */
export function declarationOfGoods(
  said: Said,
  before: readonly GoodsItem[],
  items: readonly GoodsItem[],
) {
  const isFollowing =
    said.description === "" || normalizeLine(said.description) === contentsOf(before);
  return {
    ...(isFollowing && { description: contentsOf(items) }),
    ...(said.declaredCurrency === null && totalOf(items)),
  };
}
