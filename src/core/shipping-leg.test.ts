// Shows how a package's legs are numbered, up to three.
import { expect, test } from "vitest";
import { nextLegNumber } from "./shipping-leg.ts";

test.each([
  [0, 1],
  [1, 2],
  [2, 3],
  [3, null],
  [4, null],
])("after %i legs comes number %j", (legCount, next) => {
  expect(nextLegNumber(legCount)).toBe(next);
});
