import { expect, test } from "vitest";
import { becomesLow, lowBalanceLimitCents } from "./ledger.ts";

test("the limit is the last freight charge, or $25 before there is one", () => {
  expect(lowBalanceLimitCents(undefined)).toBe(2_500);
  expect(lowBalanceLimitCents(4_120)).toBe(4_120);
});

test.each([
  [2_500, 2_500, 2_499, 2_500, true],
  [2_501, 2_500, 2_500, 2_500, false],
  [2_499, 2_500, 2_000, 2_500, false],
  [2_000, 2_500, 3_000, 2_500, false],
  [9_000, 2_500, 0, 9_000, true],
  [1_500, 2_500, 700, 800, false],
])("from %i (limit %i) to %i cents (limit %i): %s", (balance, limit, after, limitAfter, isLow) => {
  expect(
    becomesLow(
      { balanceCents: balance, limitCents: limit },
      { balanceCents: after, limitCents: limitAfter },
    ),
  ).toBe(isLow);
});
