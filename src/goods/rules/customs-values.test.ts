import { describe, expect, test } from "vitest";
import { convertedValue, paperValues } from "./customs-values.ts";

const rates = { USD: "1.1520", CNY: "8.1934", JPY: "180.00", HKD: "8.9677" };

describe("the values of a paper", () => {
  test("are in the currency of all lines", () => {
    const values = [1_000, 299].map((valueMinor) => ({ valueMinor, currency: "CNY" as const }));
    expect(paperValues(values, {})).toEqual({
      currency: "CNY",
      valuesMinor: [1_000, 299],
      totalMinor: 1_299,
    });
  });

  test("are else in US dollars, each line by itself, and the total is their sum", () => {
    const values = [
      { valueMinor: 12_900, currency: "CNY" as const },
      { valueMinor: 1_000, currency: "JPY" as const },
      { valueMinor: 500, currency: "EUR" as const },
      { valueMinor: 250, currency: "USD" as const },
    ];
    expect(paperValues(values, rates)).toEqual({
      currency: "USD",
      valuesMinor: [1_814, 640, 576, 250],
      totalMinor: 3_280,
    });
  });

  test("are none where a rate is not known, and in US dollars where there are no lines", () => {
    const mixed = [
      { valueMinor: 1, currency: "THB" as const },
      { valueMinor: 1, currency: "USD" as const },
    ];
    expect(paperValues(mixed, rates)).toBeNull();
    expect(paperValues([], rates)).toEqual({ currency: "USD", valuesMinor: [], totalMinor: 0 });
  });

  test("are rounded half up", () => {
    const half = { EUR: "1", USD: "0.5" };
    const cents = (valueMinor: number) =>
      convertedValue({ valueMinor, currency: "EUR" }, "USD", half);
    expect([1, 2, 3, 4].map(cents)).toEqual([1, 1, 2, 2]);
  });
});
