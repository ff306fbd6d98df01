import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  checkDepositAmount,
  decimalText,
  formatCents,
  formatUsd,
  parseAmountCents,
} from "./money.ts";

describe("reading an amount", () => {
  test.each<[string | number, number]>([
    ["0.1", 10],
    ["1", 100],
    ["1.0", 100],
    ["1.00", 100],
    ["19.99", 1999],
    [".5", 50],
    ["007", 700],
    [" 12.30 ", 1230],
    ["0", 0],
    ["90071992547409.91", Number.MAX_SAFE_INTEGER],
    [10, 1000],
    [10.5, 1050],
    [19.99, 1999],
    [1.1, 110],
    [0, 0],
  ])("takes %j as %i cents", (text, amountCents) => {
    expect(parseAmountCents(text)).toEqual({ ok: true, amountCents });
  });

  test.each<[string | number]>([
    [""],
    [" "],
    ["."],
    ["1."],
    ["1e3"],
    ["1,00"],
    ["1,000.00"],
    ["１"],
    ["1.005"],
    ["0.1+0.2"],
    ["-1"],
    ["+1"],
    ["$5"],
    ["0x10"],
    ["1 000"],
    ["1\n2"],
    ["Infinity"],
    ["NaN"],
    ["٣"],
    ["90071992547409.92"],
    ["99999999999999999999"],
    [Number.NaN],
    [Number.POSITIVE_INFINITY],
    [0.001],
    [1.005],
    [0.1 + 0.2],
    [1e21],
    [-1],
  ])("rejects %j", (text) => {
    expect(parseAmountCents(text)).toEqual({ ok: false });
  });

  test("gives back every amount that was written as decimal text", () => {
    fc.assert(
      fc.property(fc.maxSafeNat(), (amountCents) => {
        expect(parseAmountCents(decimalText(amountCents))).toEqual({ ok: true, amountCents });
      }),
    );
  });

  test("gives whole cents or nothing, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double().map(String), fc.double()), (text) => {
        const reading = parseAmountCents(text);
        expect(!reading.ok || Number.isSafeInteger(reading.amountCents)).toBe(true);
      }),
    );
  });
});

describe("writing an amount", () => {
  test.each([
    [0, "$0.00"],
    [5, "$0.05"],
    [150, "$1.50"],
    [123450, "$1,234.50"],
    [-2500, "-$25.00"],
    [Number.MAX_SAFE_INTEGER, "$90,071,992,547,409.91"],
  ])("shows %i cents as %s", (amountCents, text) => {
    expect(formatUsd(amountCents)).toBe(text);
  });

  test("follows the reader's locale", () => {
    expect(formatUsd(123450, "de-DE")).toBe("1.234,50\u00a0$");
    expect(formatUsd(500, "en-SG")).toBe("$5.00");
  });

  test("names the currency of a quote, so that it cannot pass for the wallet's dollars", () => {
    expect(formatCents(6500, "SGD", "en-US")).toBe("SGD\u00a065.00");
    expect(formatCents(6500, "SGD", "en-SG")).toBe("SGD\u00a065.00");
  });

  test("keeps the sign of amounts under a dollar", () => {
    expect(decimalText(-5)).toBe("-0.05");
    expect(decimalText(100)).toBe("1.00");
  });

  test("rejects fractions of a cent", () => {
    expect(() => decimalText(0.5)).toThrow("An amount is a whole number of cents, not 0.5.");
    expect(() => formatUsd(Number.NaN)).toThrow(RangeError);
  });
});

describe("the deposit limits", () => {
  test.each([[100], [101], [999_999], [1_000_000]])("allow %i cents", (amountCents) => {
    expect(checkDepositAmount(amountCents)).toEqual({ ok: true });
  });

  test.each<[number, string]>([
    [0, "invalid_amount"],
    [-100, "invalid_amount"],
    [100.5, "invalid_amount"],
    [Number.NaN, "invalid_amount"],
    [Number.POSITIVE_INFINITY, "invalid_amount"],
    [1e21, "invalid_amount"],
    [1, "below_minimum"],
    [99, "below_minimum"],
    [1_000_001, "above_maximum"],
  ])("reject %d cents as %s", (amountCents, reason) => {
    expect(checkDepositAmount(amountCents)).toEqual({ ok: false, reason });
  });
});
