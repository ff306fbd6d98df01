// What is in a parcel, line by line: each line is a goods item, with what customs papers say of it.
import type { CountryCode } from "#catalogue/rules/country.ts";
import type { BatteryKind, GoodsFlag } from "#catalogue/rules/shipping-service.ts";
import type { DeclaredCurrency } from "./inbound-parcel.ts";

/** Whether its customer chose the code of a suggestion, typed it, or staff entered it. */
export const hsCodeSources = ["suggested", "typed", "staff"] as const;

/** Where the code of a goods item is from. */
export type HsCodeSource = (typeof hsCodeSources)[number];

export const goodsItemLimits = {
  perParcel: 40,
  originalCharacters: 200,
  quantity: 999,
  unitValueMinor: 100_000_000_000,
  netGrams: 100_000,
  merchantProductIdCharacters: 128,
  otherProductIdCharacters: 64,
} as const;

export type GoodsItem = {
  /** In Latin letters, as papers print it; empty where it is missing. */
  readonly description: string;
  /** In the words of the shop or the customer; empty where they are those of the description. */
  readonly descriptionOriginal: string;
  readonly quantity: number;
  /** What one piece cost, in the smallest unit of `currency`; both or neither. */
  readonly unitValueMinor: number | null;
  readonly currency: DeclaredCurrency | null;
  /** Of all its pieces; null: it gets its share of the parcel's weight. */
  readonly netGrams: number | null;
  /** Six, eight or ten digits of the Harmonized System. */
  readonly hsCode: string | null;
  readonly hsCodeSource: HsCodeSource | null;
  readonly originCode: CountryCode;
  readonly merchantProductId: string;
  readonly manufacturerProductId: string;
  readonly standardProductId: string;
  /** What closes or limits services. */
  readonly flags: readonly GoodsFlag[];
  /** `unknown`: such goods often have a battery, and the customer has not said whether these do. */
  readonly battery: BatteryKind;
};

/** Chapter 77 is not used, and 98 and 99 are of single countries. */
function isChapter(chapter: number): boolean {
  return chapter >= 1 && chapter <= 97 && chapter !== 77;
}

/** Whether digits have the structure of a code: a chapter, and six, eight or ten digits. */
export function isHsCode(digits: string): boolean {
  return /^(?:\d{6}|\d{8}|\d{10})$/.test(digits) && isChapter(Number(digits.slice(0, 2)));
}

/** A code without the dots and spaces with which lists write it: 610910 of "6109.10". */
export function hsCodeDigits(typed: string): string {
  return typed.replaceAll(/[\s.]/g, "");
}

/** What a customer has to state of a goods item. */
export const goodsItemParts = ["description", "value", "battery"] as const;

/** What a customer has to state of a goods item; quantity and origin have a value from the start, and nobody has to know a code. */
export type GoodsItemPart = (typeof goodsItemParts)[number];

/**
 * What a goods item lacks before its customer is done with it. `recorded` is what was found when its parcel arrived, which
 * answers for the customer whether there is a battery.
 */
export function missingParts(
  item: Pick<GoodsItem, "description" | "unitValueMinor" | "battery">,
  recorded: BatteryKind | null = null,
): readonly GoodsItemPart[] {
  const isMissing = {
    description: item.description === "",
    value: item.unitValueMinor === null,
    battery: item.battery === "unknown" && (recorded === null || recorded === "unknown"),
  };
  return goodsItemParts.filter((part) => isMissing[part]);
}

/** What of a goods item its customer signs: neither code nor weight, which others may put right. */
export function signedFacts(
  item: GoodsItem,
): Pick<GoodsItem, "description" | "quantity" | "unitValueMinor" | "currency" | "originCode"> {
  const { description, quantity, unitValueMinor, currency, originCode } = item;
  return { description, quantity, unitValueMinor, currency, originCode };
}

/** Whether a change leaves goods as their customer has signed them. */
export function isSignedAlike(before: readonly GoodsItem[], after: readonly GoodsItem[]): boolean {
  return JSON.stringify(before.map(signedFacts)) === JSON.stringify(after.map(signedFacts));
}

/** Whether a change leaves what services judge goods by: their properties and batteries. */
export function areScreenedAlike(
  before: readonly GoodsItem[],
  after: readonly GoodsItem[],
): boolean {
  const screened = (items: readonly GoodsItem[]) =>
    [...new Set(items.flatMap(({ flags, battery }) => [...flags, `battery ${battery}`]))]
      .toSorted()
      .join();
  return screened(before) === screened(after);
}

/** What all pieces of a goods item cost; null where that is not stated. */
export function itemValueMinor({
  quantity,
  unitValueMinor,
}: Pick<GoodsItem, "quantity" | "unitValueMinor">): number | null {
  return unitValueMinor === null ? null : quantity * unitValueMinor;
}

/** The beginning of a text that has at most `maximumLength` characters, up to the end of a word where it has several. */
export function cutAtWord(text: string, maximumLength: number): string {
  if (text.length <= maximumLength) return text;
  const beginning = text.slice(0, maximumLength + 1);
  const end = beginning.search(/[\s,]+\S*$/);
  return (end > 0 ? beginning.slice(0, end) : text.slice(0, maximumLength)).toWellFormed();
}

/** A goods item of which nothing is stated; most of what is forwarded was made in China. */
export const noGoods: GoodsItem = {
  description: "",
  descriptionOriginal: "",
  quantity: 1,
  unitValueMinor: null,
  currency: null,
  netGrams: null,
  hsCode: null,
  hsCodeSource: null,
  originCode: "CN",
  merchantProductId: "",
  manufacturerProductId: "",
  standardProductId: "",
  flags: [],
  battery: "none",
};

const productPage =
  /\b(?:taobao|tmall|1688)\.com\/[^\s\u3000-\u9FFF]{0,500}?(?:[?&]id=|offer\/)(\d{6,20})/gi;

/** The numbers of products in links to pages of Taobao, Tmall and 1688, each once and in the order of the text. */
export function merchantProductIds(text: string): string[] {
  return [...new Set([...text.matchAll(productPage)].map(([, number = ""]) => number))];
}
