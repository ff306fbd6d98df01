import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  approximateCents,
  formatApproximation,
  isRate,
  isRateCurrent,
  quotedCurrencies,
  type EuroRates,
} from "./exchange-rate.ts";
import { displayCurrencies } from "#platform/rules/money.ts";

const rates: EuroRates = {
  USD: "1.1542",
  HKD: "8.9847",
  SGD: "1.5029",
  AUD: "1.7803",
  GBP: "0.87845",
  CAD: "1.6228",
  CNY: "8.2031",
};

test("every display currency but the euro is quoted", () => {
  expect(quotedCurrencies).toEqual(["HKD", "SGD", "AUD", "GBP", "CAD", "CNY", "USD"]);
});

describe("An approximation", () => {
  test.each([
    // 25 × 8.9847 / 1.1542 = 194.609…
    [2_500, "USD", "HKD", 19_500],
    // 25 / 1.1542 = 21.660…
    [2_500, "USD", "EUR", 2_200],
    // 25 × 0.87845 / 1.1542 = 19.027…
    [2_500, "USD", "GBP", 1_900],
    // 65 × 1.1542 / 1.5029 = 49.918…
    [6_500, "SGD", "USD", 5_000],
    // 1 × 8.9847 / 1.1542 = 7.784…
    [100, "USD", "HKD", 778],
    [-2_500, "USD", "HKD", -19_500],
    [0, "USD", "HKD", 0],
  ] as const)("of %i cents from %s to %s is %i", (amountCents, from, to, expected) => {
    expect(approximateCents(amountCents, { from, to }, rates)).toBe(expected);
  });

  test("rounds halves away from zero, and only once", () => {
    const half = { ...rates, USD: "1", HKD: "1.5" };
    const toHkd = { from: "USD", to: "HKD" } as const;
    expect(approximateCents(1, toHkd, half)).toBe(2);
    expect(approximateCents(-1, toHkd, half)).toBe(-2);
    expect(approximateCents(1_100, toHkd, half)).toBe(1_700);
    expect(approximateCents(-1_100, toHkd, half)).toBe(-1_700);
    // 16.4985: rounded to 16.50 first, it would become 17.
    expect(approximateCents(1_500, toHkd, { ...half, HKD: "1.0999" })).toBe(1_600);
  });

  test("is exact where a number would not be", () => {
    const tiny = { ...rates, USD: "3", HKD: "0.00000001" };
    expect(approximateCents(Number.MAX_SAFE_INTEGER, { from: "USD", to: "HKD" }, tiny)).toBe(
      30_024_000,
    );
    expect(approximateCents(Number.MAX_SAFE_INTEGER, { from: "USD", to: "USD" }, rates)).toBe(
      9_007_199_254_741_000,
    );
  });

  test("is at most half a unit, or half a cent below ten units, from the exact value", () => {
    const currency = fc.constantFrom(...displayCurrencies);
    const amount = fc.integer({ min: -100_000_000, max: 100_000_000 });
    const perEuro = (code: (typeof displayCurrencies)[number]) =>
      code === "EUR" ? 1 : Number(rates[code]);
    fc.assert(
      fc.property(amount, currency, currency, (amountCents, from, to) => {
        const exact = (amountCents * perEuro(to)) / perEuro(from);
        const result = approximateCents(amountCents, { from, to }, rates);
        const step = Math.abs(exact) < 999 ? 0.5 : 50;
        expect(Math.abs(result - exact)).toBeLessThanOrEqual(step + 1e-4);
        expect(approximateCents(-amountCents, { from, to }, rates)).toBe(0 - result);
      }),
    );
  });

  test.each([
    [19_500, "HKD", "en-US", "HK$195"],
    [778, "HKD", "en-US", "HK$7.78"],
    [1_234_500, "CNY", "en-US", "CN¥12,345"],
    [-3_900, "AUD", "en-US", "-A$39"],
    [3_900, "AUD", "en-AU", "AUD\u00A039"],
    [3_900, "CAD", "en-CA", "CAD\u00A039"],
    [5_000, "USD", "en-AU", "$50"],
    [2_200, "EUR", "de-DE", "22\u00A0€"],
    [19_500, "HKD", "zh-HK", "HK$195"],
  ] as const)("of %i %s is in %s written %s", (amountCents, currency, locale, text) => {
    expect(formatApproximation(amountCents, currency, locale)).toBe(text);
  });
});

test.each(["", "0", "0.0", "-1", "+1", "1e3", "1,5", "NaN", ".5", "1.", " 1", "１", "1.123456789"])(
  "'%s' is no rate",
  (text) => {
    expect(isRate(text)).toBe(false);
  },
);

test.each(["1", "0.00000001", "8.9847", "999999.12345678"])("'%s' is a rate", (text) => {
  expect(isRate(text)).toBe(true);
});

test.each([
  ["2026-11-22", true],
  ["2026-11-16", true],
  ["2026-11-15", false],
  ["2026-11-14", false],
])("rates of %s are on 22 November current: %s", (day, isCurrent) => {
  expect(isRateCurrent(day, new Date("2026-11-22T00:00:00Z"))).toBe(isCurrent);
  expect(isRateCurrent(day, new Date("2026-11-22T23:59:59Z"))).toBe(isCurrent);
});
