import { describe, expect, test } from "vitest";
import { lowValues } from "./goods-value.ts";
import type { DeclaredCurrency } from "./inbound-parcel.ts";

const rates = { USD: "1", CNY: "7", HKD: "8" };
const item = (unitValueMinor: number | null, currency: DeclaredCurrency = "USD", quantity = 1) => ({
  quantity,
  unitValueMinor,
  currency: unitValueMinor === null ? null : currency,
});

describe("a goods item", () => {
  test.each([
    ["of 49 cents", item(49), true],
    ["of 50 cents", item(50), false],
    ["of 2 pieces of 25 cents", item(25, "USD", 2), false],
    ["of CNY 3.46", item(346, "CNY"), true],
    ["of CNY 3.50", item(350, "CNY"), false],
    ["without a value", item(null), false],
    ["in a currency without a rate", item(1, "THB"), false],
  ])("%s is low: %s", (_, one, isLow) => {
    expect(lowValues([item(900), one], null, rates).lowItems).toEqual(isLow ? [1] : []);
  });
});

describe("all goods", () => {
  const before = { valueMinor: 10_000, currency: "CNY" as const };
  test.each([
    ["under 30 % of before", [item(2_999, "CNY")], true],
    ["30 % of before", [item(3_000, "CNY")], false],
    ["under 30 % in another currency", [item(400, "USD")], true],
    ["more in another currency", [item(500, "USD")], false],
    ["in two currencies", [item(200, "USD"), item(1_000, "CNY")], true],
    ["of which one has no value yet", [item(1, "CNY"), item(null)], false],
    ["in a currency without a rate", [item(1, "THB")], false],
  ])("%s: %s", (_, items, isLow) => {
    expect(lowValues(items, before, rates).isTotalLow).toBe(isLow);
  });

  test("are compared with nothing where nothing was said", () => {
    expect(lowValues([item(100)], null, rates).isTotalLow).toBe(false);
  });
});
