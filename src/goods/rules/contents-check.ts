// What was found when the contents of a parcel were compared with what its customer declared.
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import type { GoodsItem } from "./goods-item.ts";

/** What a goods item turned out to be. */
export const itemFindings = ["as_declared", "differs", "missing"] as const;
export type ItemFinding = (typeof itemFindings)[number];

/** How many photos show what was found: one of each goods item that is there, at least one, and no more than are taken. */
export function photosOfCheck(items: readonly Pick<CheckedItem, "finding">[]): number {
  const there = items.filter(({ finding }) => finding !== "missing").length;
  return Math.min(extraServiceLimits.images, Math.max(1, there));
}

/** A goods item as it was declared when it was checked. */
export type CheckedItem = {
  readonly description: string;
  readonly quantity: number;
  readonly finding: ItemFinding;
};

type CheckedLine = Pick<CheckedItem, "description" | "quantity">;

/** A goods item as it is compared with what is there. */
export function checkedLine({
  description,
  descriptionOriginal,
  quantity,
}: Pick<GoodsItem, "description" | "descriptionOriginal" | "quantity">): CheckedLine {
  return { description: description === "" ? descriptionOriginal : description, quantity };
}

/** Whether two goods items are the same to who compares them with what is there. */
export function isSameLine(one: CheckedLine, other: CheckedLine | undefined): boolean {
  return one.description === other?.description && one.quantity === other.quantity;
}
