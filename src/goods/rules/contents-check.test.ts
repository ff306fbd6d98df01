import { expect, test } from "vitest";
import { extraServiceLimits } from "#catalogue/rules/extra-service.ts";
import { photosOfCheck, type ItemFinding } from "./contents-check.ts";
import { goodsItemLimits } from "./goods-item.ts";

const found = (finding: ItemFinding, count: number) =>
  Array.from({ length: count }, () => ({ finding }));

test.each([
  [0, 0, 1],
  [0, 3, 1],
  [2, 1, 2],
  [extraServiceLimits.images, 5, extraServiceLimits.images],
  [goodsItemLimits.perParcel, 0, extraServiceLimits.images],
])(
  "a check of %i items that are there and %i that are not wants %i photos",
  (there, not, wanted) => {
    expect(photosOfCheck([...found("differs", there), ...found("missing", not)])).toBe(wanted);
  },
);
