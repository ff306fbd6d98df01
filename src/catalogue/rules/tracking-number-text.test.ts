import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isPostalPrefix, postalNumber, postalSerials } from "./tracking-number-text.ts";
import { recogniseTrackingNumber } from "./tracking-number.ts";

describe("a postal number", () => {
  test.each([
    ["RB", 12_345_678, "GB", "RB123456785GB"],
    ["EB", 71_759, "HK", "EB000717595HK"],
    ["RR", 47_312_482, "GB", "RR473124829GB"],
    // A remainder of 10 is written as 0, and one of 11 as 5.
    ["RA", 8, "HK", "RA000000080HK"],
    ["RA", 0, "HK", "RA000000005HK"],
    ["CP", 99_999_999, "SG", "CP999999995SG"],
  ])("of %s, %i and %s is %s", (prefix, serial, country, number) => {
    expect(postalNumber({ prefix, country }, serial)).toBe(number);
  });

  test("is recognised by its check digit, whatever its serial number", () => {
    const serials = fc.integer({ min: postalSerials.minimum, max: postalSerials.maximum });
    fc.assert(
      fc.property(serials, (serial) => {
        const number = postalNumber({ prefix: "RA", country: "HK" }, serial);
        expect(recogniseTrackingNumber(number)[0]).toMatchObject({
          carrierCode: "hk-post",
          reason: "postal_check_digit",
        });
      }),
      { numRuns: 200 },
    );
  });

  test.each([-1, 100_000_000, 0.5, Number.NaN])("has no serial number %d", (serial) => {
    expect(() => postalNumber({ prefix: "RA", country: "HK" }, serial)).toThrow(RangeError);
  });

  test.each([
    ["RB", true],
    ["LV", true],
    ["JA", false],
    ["KA", false],
    ["SA", false],
    ["TA", false],
    ["WA", false],
    ["R1", false],
    ["rb", false],
    ["RBA", false],
  ])("may begin with %s: %s", (text, expected) => {
    expect(isPostalPrefix(text)).toBe(expected);
  });
});
