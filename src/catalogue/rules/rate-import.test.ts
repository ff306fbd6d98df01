import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testService } from "#test/priced-services.ts";
import { decimalText } from "#platform/rules/money.ts";
import { priceService } from "./service-price.ts";
import {
  createRateReader,
  rateColumns,
  type RateErrorKind,
  rateFileLimits,
  rateTemplate,
} from "./rate-import.ts";

const services = new Set(["hk-post-air", "line-eu"]);
const header = rateColumns.join(",");

/** Reads a file in parts of so many characters. */
function parseRates(text: string, partCharacters = text.length) {
  const reader = createRateReader(services);
  for (let start = 0; start < text.length; start += partCharacters) {
    if (!reader.read(text.slice(start, start + partCharacters))) break;
  }
  return reader.end();
}

function parse(...rows: readonly string[]) {
  return parseRates([header, ...rows].join("\r\n"));
}

function errorsOf(...rows: readonly string[]) {
  return parse(...rows).errors.map(({ line, kind, value }) => `${line} ${kind} ${value}`);
}

const good = "hk-post-air,US CA,500,85.00,500,50";

describe("a file of rates as spreadsheets write it", () => {
  const rows = [header.split(","), good.split(",")];
  const joined = (separator: string, end = "") =>
    rows.map((cells) => cells.join(separator) + end).join("\r\n");

  test.each([
    ["semicolons", joined(";")],
    ["tabs", joined("\t")],
    ["a line that names the semicolon", `sep=;\r\n${joined(";")}`],
    ["a line that names the comma", `\uFEFFsep=,\n${joined(",")}`],
    ["a line that names the tab", `"sep=\t"\r\n${joined("\t")}`],
    ["empty columns at the end", joined(",", ",,,")],
    ["empty columns behind semicolons", joined(";", ";; ")],
    ["decimal commas behind semicolons", joined(";").replace("85.00", "85,00")],
    ["what nobody sees", joined(",").replace("hk-post-air", "hk-post\u200B-air\u00AD")],
  ])("with %s is read, in any parts", (_what, text) => {
    for (const part of [text.length, 1, 7]) {
      const { errors, tables } = parseRates(text, part);
      expect(errors).toEqual([]);
      expect(tables.get("hk-post-air")).toEqual(parse(good).tables.get("hk-post-air"));
    }
  });

  test("names the line of the file behind a line that names the separator", () => {
    const { errors } = parseRates(`sep=;\r\n${joined(";").replace("85.00", "x")}`);
    expect(errors).toEqual([{ line: 3, kind: "invalid_price", value: "x" }]);
  });

  test("with commas has no decimal commas", () => {
    expect(errorsOf('hk-post-air,US,500,"85,00",,')).toEqual(["2 invalid_price 85,00"]);
  });
});

describe("a file of rates", () => {
  test("has the tables of its services, from light to heavy, with a mark, quotes and empty lines", () => {
    const text = `\uFEFF${header}\n\n"hk-post-air","CA US",1000,135,500,50.00\n${good}\n`;
    const { errors, tables } = parseRates(text);
    expect(errors).toEqual([]);
    expect(Object.fromEntries(tables)).toEqual({
      "hk-post-air": [
        {
          countries: ["CA", "US"],
          bands: [
            { upToGrams: 500, priceCents: 8500 },
            { upToGrams: 1000, priceCents: 13_500 },
          ],
          step: { grams: 500, priceCents: 5000 },
        },
      ],
    });
  });

  test("has the step of its heaviest row, in whatever order the rows are", () => {
    const rows = [
      "line-eu,DE,2000,30.00,500,8.00",
      "line-eu,DE,500,10.00,,",
      "line-eu,DE,1000,19,500,8",
    ];
    for (const some of [rows, rows.toReversed(), rows.slice(0, 2)]) {
      const { errors, tables } = parse(...some);
      expect(errors).toEqual([]);
      expect(tables.get("line-eu")?.[0]?.step).toEqual({ grams: 500, priceCents: 800 });
    }
  });

  test("can begin with the template, whose last row has the step", () => {
    expect(parseRates(rateTemplate)).toMatchObject({ errorCount: 0, warningCount: 0 });
    expect(parseRates(rateTemplate).tables.get("hk-post-air")).toEqual([
      {
        countries: ["SG", "MY"],
        bands: [
          { upToGrams: 500, priceCents: 6500 },
          { upToGrams: 1000, priceCents: 9500 },
        ],
        step: { grams: 500, priceCents: 3000 },
      },
    ]);
  });

  test.each<[RateErrorKind, string]>([
    ["invalid_price", "hk-post-air,US,500,1e9,,"],
    ["invalid_price", "hk-post-air,US,500,NaN,,"],
    ["invalid_price", "hk-post-air,US,500,Infinity,,"],
    ["invalid_price", "hk-post-air,US,500,0.00,,"],
    ["invalid_price", "hk-post-air,US,500,-5,,"],
    ["invalid_price", 'hk-post-air,US,500,"85,00",,'],
    ["invalid_price", "hk-post-air,US,500,1000000.01,,"],
    ["invalid_price", "hk-post-air,US,500,,,"],
    ["invalid_price", "hk-post-air,US,500,85,500,x"],
    ["invalid_weight", "hk-post-air,US,1e9,85,,"],
    ["invalid_weight", "hk-post-air,US,NaN,85,,"],
    ["invalid_weight", 'hk-post-air,US,"0,5",85,,'],
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
    ["formula", "hk-post-air,US,500,85,500,+1"],
    ["formula", 'hk-post-air,US,500,"\t=1",,'],
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
    expect(errorsOf(good, "hk-post-air,CA US,1000,90,,")).toEqual(["2 different_step 500"]);
    const heavier = "hk-post-air,CA US,1000,90,500,60";
    expect(errorsOf(good, heavier)).toEqual(["2 different_step 500"]);
    expect(errorsOf(good, "hk-post-air,US,1000,90,,")).toEqual(["3 overlapping_country US"]);
    expect(errorsOf("line-eu,DE DE,1000,90,,")).toEqual(["2 overlapping_country DE"]);
    expect(errorsOf(good, 'hk-post-air,"US,500,85,,')).toEqual(["3 quote_not_closed "]);
    expect(errorsOf()).toEqual(["1 no_rows "]);
    expect(parseRates("service;countries").errors[0]?.kind).toBe("wrong_header");
  });

  test("warns of a heavier band that is cheaper", () => {
    const { errors, warnings } = parse("line-eu,DE,500,9,,", "line-eu,DE,1000,8.99,,");
    expect(errors).toEqual([]);
    expect(warnings).toEqual([
      { line: 3, kind: "cheaper", service: "line-eu", fromGrams: null, upToGrams: 1000 },
    ]);
  });

  test("warns of a band that is wider than the step above it", () => {
    const warningsOf = (...rows: string[]) =>
      parse(...rows).warnings.map((one) => [one.line, one.kind, one.fromGrams, one.upToGrams]);
    expect(warningsOf("line-eu,DE,30000,9,500,3")).toEqual([[2, "step_above", null, 30_000]]);
    expect(warningsOf("line-eu,DE,500,9,,", "line-eu,DE,1001,12,500,3")).toEqual([
      [3, "step_above", 500, 1_001],
    ]);
    expect(warningsOf("line-eu,DE,500,9,500,3")).toEqual([]);
    expect(warningsOf("line-eu,DE,500,9,,", "line-eu,DE,1000,12,500,3")).toEqual([]);
  });

  test("never throws, whatever it is", () => {
    fc.assert(
      fc.property(fc.string(), fc.array(fc.string()), (text, rows) => {
        expect(parseRates(text).tables.size).toBe(0);
        for (const { line } of parse(...rows).errors) expect(line).toBeGreaterThanOrEqual(1);
      }),
    );
  });

  test("names the first errors by line, and counts all", () => {
    const wrong = Array.from({ length: 5_000 }, (_, index) => `line-eu,DE,${index + 1},x,,`);
    // Errors between rows are found last, and may be on the first lines.
    const { errors, errorCount } = parse("line-eu,DE,1,1,,", "line-eu,DE,1,2,,", ...wrong);
    expect(errorCount).toBe(5_001);
    expect(errors).toHaveLength(rateFileLimits.errors);
    expect(errors.map(({ line }) => line)).toEqual(
      Array.from({ length: rateFileLimits.errors }, (_, index) => index + 3),
    );
    expect(errors[0]?.kind).toBe("overlapping_band");
  });

  test("names the beginning of a long value", () => {
    const [error] = parse(`line-eu,DE,500,${"9".repeat(5_000)},,`).errors;
    expect(error?.value).toBe("9".repeat(rateFileLimits.valueCharacters));
  });

  test("warns of the first bands that are cheaper than a lighter one, and counts all", () => {
    const rows = Array.from(
      { length: 400 },
      (_, index) => `line-eu,DE,${index + 1},${(400 - index).toFixed(2)},,`,
    );
    const { warnings, warningCount } = parse(...rows);
    expect([warnings.length, warningCount]).toEqual([rateFileLimits.warnings, 399]);
    expect(warnings[0]).toEqual({
      line: 3,
      kind: "cheaper",
      service: "line-eu",
      fromGrams: null,
      upToGrams: 2,
    });
  });

  test("has no more rows than the limit; empty ones are not counted", () => {
    const rows = Array.from(
      { length: rateFileLimits.rows },
      (_, index) => `line-eu,DE,${index + 1},1.00,,`,
    );
    const most = parse(...rows, "", "");
    expect([most.errorCount, most.tables.get("line-eu")?.[0]?.bands.length]).toEqual([
      0,
      rateFileLimits.rows,
    ]);
    const more = parse(...rows, "", "line-eu,DE,1000000,1.00,,");
    expect(more.errors).toEqual([
      { line: rateFileLimits.rows + 3, kind: "too_many_rows", value: "" },
    ]);
    expect(more.tables.size).toBe(0);
  });

  test("is read no further than a row that is too long, or a quote that is not closed", () => {
    const long = "DE ".repeat(rateFileLimits.rowCharacters / 3);
    expect(errorsOf(`line-eu,${long},500,1,,`, "line-eu,DE,500,x,,")).toEqual(["2 row_too_long "]);
    const reader = createRateReader(services);
    expect(reader.read(`${header}\nline-eu,"DE,500,1,,`)).toBe(true);
    expect(reader.read("x".repeat(rateFileLimits.rowCharacters))).toBe(false);
    expect(reader.end().errors).toEqual([{ line: 2, kind: "quote_not_closed", value: "" }]);
  });

  test("is the same in whatever parts it is read", () => {
    const cell = fc.constantFrom(
      "hk-post-air",
      "US CA",
      '"US',
      '"US"',
      '"U""S"',
      "500",
      "1000",
      "85.00",
      "",
      "=1",
      "x\ny",
    );
    const row = fc.array(cell, { minLength: 1, maxLength: 7 }).map((cells) => cells.join(","));
    const end = fc.constantFrom("\n", "\r\n", "\r");
    const body = fc.array(fc.oneof(row, fc.constant(good)), { maxLength: 5 });
    fc.assert(
      fc.property(body, end, fc.integer({ min: 1, max: 30 }), (rows, lineEnd, partCharacters) => {
        const text = `\uFEFF${[header, ...rows].join(lineEnd)}`;
        expect(parseRates(text, partCharacters)).toEqual(parseRates(text));
      }),
    );
  });

  test("warns exactly where a heavier parcel costs less than a lighter one", () => {
    const band = fc.record({
      upToGrams: fc.integer({ min: 1, max: 60 }),
      cents: fc.integer({ min: 1, max: 500 }),
    });
    const bands = fc.uniqueArray(band, {
      selector: ({ upToGrams }) => upToGrams,
      minLength: 1,
      maxLength: 8,
    });
    const step = fc.option(
      fc.record({ grams: fc.integer({ min: 1, max: 9 }), cents: fc.integer({ min: 0, max: 200 }) }),
    );
    fc.assert(
      fc.property(bands, step, (rows, above) => {
        const steps = above === null ? "," : `${above.grams},${decimalText(above.cents)}`;
        const { errors, warnings, tables } = parse(
          ...rows.map(
            ({ upToGrams, cents }) => `line-eu,DE,${upToGrams},${decimalText(cents)},${steps}`,
          ),
        );
        expect(errors).toEqual([]);
        const [table] = tables.get("line-eu") ?? [];
        if (table === undefined) throw new Error("It has a table.");
        const service = testService({ rates: [table] });
        const price = (weightGrams: number) => {
          const piece = { weightGrams, sidesMm: null };
          const request = {
            piece,
            countryCode: "DE",
            postalCode: null,
            day: "2026-11-23",
          } as const;
          return priceService(service, request, [])?.totalCents ?? null;
        };
        const prices = Array.from({ length: 100 }, (_, index) => price(index + 1));
        for (const cents of prices) {
          expect(cents === null || (Number.isSafeInteger(cents) && cents > 0)).toBe(true);
        }
        const cheaperFrom = prices.flatMap((cents, index) => {
          const before = prices[index - 1] ?? 0;
          return cents !== null && cents < before ? [index + 1] : [];
        });
        // A warning names the band that begins there, by the weight where it ends.
        const bandOf = (grams: number) =>
          table.bands.find(({ upToGrams }) => grams <= upToGrams)?.upToGrams;
        const warned = warnings.flatMap(({ kind, upToGrams }) =>
          kind === "cheaper" ? upToGrams : [],
        );
        expect(warned.toSorted((a, b) => a - b)).toEqual(cheaperFrom.map(bandOf));
      }),
    );
  });
});
