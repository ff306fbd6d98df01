import fc from "fast-check";
import { expect, test } from "vitest";
import {
  declaredValueText,
  formatDeclaredValue,
  parseDeclaredValue,
  type DeclaredCurrency,
} from "./declared-value.ts";
import { declaredCurrencies } from "./inbound-parcel.ts";

test.each<[string, DeclaredCurrency, number | null]>([
  ["129.90", "CNY", 12_990],
  ["129.9", "CNY", 12_990],
  [" 8 ", "USD", 800],
  ["1200", "JPY", 1200],
  ["1200.5", "JPY", null],
  ["0", "CNY", null],
  ["0.00", "CNY", null],
  ["-1", "CNY", null],
  ["1,5", "CNY", null],
  ["1.234", "CNY", null],
  ["1000000000", "CNY", 100_000_000_000],
  ["1000000000.01", "CNY", null],
  ["", "CNY", null],
])("%s of %s is %s in its smallest unit", (text, currency, minor) => {
  expect(parseDeclaredValue(text, currency)).toBe(minor);
});

test("a value reads back from its text", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 100_000_000_000 }),
      fc.constantFrom(...declaredCurrencies),
      (minor, currency) => {
        expect(parseDeclaredValue(declaredValueText(minor, currency), currency)).toBe(minor);
      },
    ),
  );
});

test("a value is shown with the code of its currency", () => {
  expect(formatDeclaredValue(12_990, "CNY", "en-US")).toBe("CNY\u00A0129.90");
  expect(formatDeclaredValue(1200, "JPY", "en-US")).toBe("JPY\u00A01,200");
});
