import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { changedRates, parseRates, rateColumns, type RateErrorKind } from "./rate-import.ts";

const services = new Set(["hk-post-air", "line-eu"]);
const header = rateColumns.join(",");

function parse(...rows: readonly string[]) {
  return parseRates([header, ...rows].join("\r\n"), services);
}

function errorsOf(...rows: readonly string[]) {
  return parse(...rows).errors.map(({ line, kind, value }) => `${line} ${kind} ${value}`);
}

const good = "hk-post-air,US CA,500,85.00,500,50";

describe("a file of rates", () => {
  test("has the tables of its services, from light to heavy, with a mark, quotes and empty lines", () => {
    const text = `\uFEFF${header}\n\n"hk-post-air","CA US",1000,135,500,50.00\n${good}\n`;
    const { errors, tables } = parseRates(text, services);
    expect(errors).toEqual([]);
    expect(Object.fromEntries(tables)).toEqual({
      "hk-post-air": [
        {
          countries: ["US", "CA"],
          bands: [
            { upToGrams: 500, priceCents: 8500 },
            { upToGrams: 1000, priceCents: 13_500 },
          ],
          step: { grams: 500, priceCents: 5000 },
        },
      ],
    });
  });

  test.each<[RateErrorKind, string]>([
    ["invalid_price", "hk-post-air,US,500,1e9,,"],
    ["invalid_price", "hk-post-air,US,500,NaN,,"],
    ["invalid_price", "hk-post-air,US,500,0.00,,"],
    ["invalid_price", "hk-post-air,US,500,-5,,"],
    ["invalid_price", 'hk-post-air,US,500,"85,00",,'],
    ["invalid_price", "hk-post-air,US,500,1000000.01,,"],
    ["invalid_price", "hk-post-air,US,500,,,"],
    ["invalid_price", "hk-post-air,US,500,85,500,x"],
    ["invalid_weight", "hk-post-air,US,1e9,85,,"],
    ["invalid_weight", "hk-post-air,US,-500,85,,"],
    ["invalid_weight", "hk-post-air,US,0,85,,"],
    ["invalid_weight", "hk-post-air,US,0.5,85,,"],
    ["invalid_weight", "hk-post-air,US,1000001,85,,"],
    ["invalid_weight", "hk-post-air,US,500,85,0,1"],
    ["incomplete_step", "hk-post-air,US,500,85,500,"],
    ["unknown_country", "hk-post-air,US XX,500,85,,"],
    ["unknown_country", "hk-post-air,us,500,85,,"],
    ["unknown_country", "hk-post-air,,500,85,,"],
    ["unknown_service", "moon-mail,US,500,85,,"],
    ["formula", "hk-post-air,US,500,=1+1,,"],
    ["formula", "@SUM(A1),US,500,85,,"],
    ["formula", "hk-post-air,-cmd,500,85,,"],
    ["wrong_number_of_cells", "hk-post-air,US,500,85,00,,"],
  ])("names %s of %s and has no tables", (kind, row) => {
    const { errors, tables } = parse(good.replace("US ", ""), row);
    expect(errors.map((error) => error.kind)).toEqual([kind]);
    expect(errors[0]?.line).toBe(3);
    expect(tables.size).toBe(0);
  });

  test("names every error of every row, and those between rows", () => {
    expect(errorsOf("moon-mail,XX,0,-1,,", good, "line-eu,DE,500,x,,")).toEqual([
      "2 unknown_service moon-mail",
      "2 unknown_country XX",
      "2 invalid_weight 0",
      "2 invalid_price -1",
      "4 invalid_price x",
    ]);
    expect(errorsOf(good, good)).toEqual(["3 overlapping_band 500"]);
    expect(errorsOf(good, "hk-post-air,CA US,1000,90,,")).toEqual(["3 different_step "]);
    expect(errorsOf(good, "hk-post-air,US,1000,90,,")).toEqual(["3 overlapping_country US"]);
    expect(errorsOf("line-eu,DE DE,1000,90,,")).toEqual(["2 overlapping_country DE"]);
    expect(errorsOf(good, 'hk-post-air,"US,500,85,,')).toEqual(["3 quote_not_closed "]);
    expect(errorsOf()).toEqual(["1 no_rows "]);
    expect(parseRates("service;countries", services).errors[0]?.kind).toBe("wrong_header");
  });

  test("warns of a heavier band that is cheaper", () => {
    const { errors, warnings } = parse("line-eu,DE,500,9,,", "line-eu,DE,1000,8.99,,");
    expect(errors).toEqual([]);
    expect(warnings).toEqual([{ line: 3, service: "line-eu", upToGrams: 1000 }]);
  });

  test("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, rows) => {
        expect(parseRates(text, services).tables.size).toBe(0);
        for (const { line } of parse(...rows).errors) expect(line).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});

test("what changes is compared at every edge, also of countries that come or go", () => {
  const before = [
    { countries: ["US"] as const, bands: [{ upToGrams: 500, priceCents: 100 }], step: null },
  ];
  const after = [
    {
      countries: ["US", "CA"] as const,
      bands: [{ upToGrams: 500, priceCents: 100 }],
      step: { grams: 500, priceCents: 50 },
    },
  ];
  const texts = changedRates("x", before, after).first.map(
    ({ countries, weightGrams, beforeCents, afterCents }) =>
      `${countries.join("+")} ${weightGrams}: ${beforeCents} → ${afterCents}`,
  );
  expect(texts).toEqual([
    "US 501: null → 150",
    "US 1000: null → 150",
    "CA 500: null → 100",
    "CA 1000: null → 150",
  ]);
  const both = [
    {
      countries: ["US", "CA"] as const,
      bands: [{ upToGrams: 500, priceCents: 100 }],
      step: null,
    },
  ];
  expect(changedRates("x", both, after)).toMatchObject({
    first: [{ countries: ["US", "CA"], weightGrams: 501 }, { weightGrams: 1000 }],
    count: 4,
  });
  expect(changedRates("x", before, before)).toEqual({ first: [], count: 0 });
  expect(changedRates("x", before, after).count).toBe(4);
});
