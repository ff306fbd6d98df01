// Lines of goods that are one on a customs paper.
import { itemValueMinor, type GoodsItem } from "./goods-item.ts";

/** A line as papers have it, with its sums. */
export type PaperGoods = Pick<
  GoodsItem,
  | "description"
  | "quantity"
  | "hsCode"
  | "originCode"
  | "merchantProductId"
  | "manufacturerProductId"
  | "standardProductId"
> & {
  /** Of all pieces. */
  readonly netGrams: number;
  /** Of all pieces; null: not stated. */
  readonly valueMinor: number | null;
  readonly currency: string;
};

const sameOnPaper = ["hsCode", "description", "originCode", "currency"] as const;
const identifiers = ["merchantProductId", "manufacturerProductId", "standardProductId"] as const;
const sameInData = [...sameOnPaper, ...identifiers] as const;

function added(one: PaperGoods, other: PaperGoods): PaperGoods {
  const isValued = one.valueMinor !== null && other.valueMinor !== null;
  return {
    ...one,
    quantity: one.quantity + other.quantity,
    netGrams: one.netGrams + other.netGrams,
    valueMinor: isValued ? one.valueMinor + other.valueMinor : null,
  };
}

function merged(lines: readonly PaperGoods[], parts: readonly (keyof PaperGoods)[]): PaperGoods[] {
  const byKey = new Map<string, PaperGoods>();
  for (const line of lines) {
    // What is valued and what is not stay apart, or a value would be lost.
    const key = JSON.stringify([...parts.map((part) => line[part]), line.valueMinor === null]);
    const before = byKey.get(key);
    byKey.set(key, before === undefined ? line : added(before, line));
  }
  return [...byKey].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, line]) => line);
}

/** Lines with the same code, description and origin as one, without identifiers of products; in the order of their codes. */
export function mergedOnPaper(lines: readonly PaperGoods[]): PaperGoods[] {
  const none = { merchantProductId: "", manufacturerProductId: "", standardProductId: "" };
  return merged(
    lines.map((line) => ({ ...line, ...none })),
    sameOnPaper,
  );
}

/** How many lines goods are on a paper, on which all have one currency. */
export function countLinesOnPaper(items: readonly GoodsItem[]): number {
  const lines = items.map((item) => {
    return { ...item, netGrams: 0, valueMinor: itemValueMinor(item), currency: "" };
  });
  return mergedOnPaper(lines).length;
}

/** Lines as `mergedOnPaper` has them for data that is sent, in which those with different identifiers stay apart. */
export function mergedInData(lines: readonly PaperGoods[]): PaperGoods[] {
  return merged(lines, sameInData);
}
