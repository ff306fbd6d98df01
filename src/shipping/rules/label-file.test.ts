import { describe, expect, test } from "vitest";
import {
  defaultLabelFileColumns,
  labelFileColumnsText,
  parseLabelFileColumns,
  parseLabelNumbers,
} from "./label-file.ts";

const first = "AAAA1111";
const second = "BBBB2222";

describe("numbers that a carrier gave", () => {
  test.each([
    `reference,tracking_number\n${first},RB123456785GB\n${second},SF1234567890123\n`,
    `\uFEFFTracking number,Name,Reference\r\nrb 1234 5678 5 gb,"Chan, Wai",${first.toLowerCase()}\r\n"SF1234567890123",,'${second}\r\n`,
    `sep=;\r\nReference;Tracking number;;\r\n${first};RB123456785GB;;\r\n${second};SF1234567890123;;\r\n`,
    `reference\ttracking_number\t\n${first}\tRB1234\u200B56785GB\t\n${second}\t"SF1234567890123"\t\n`,
  ])("are read by reference, in any order of columns: %j", (text) => {
    const { errors, numbers } = parseLabelNumbers(text);
    expect(errors).toEqual([]);
    expect(numbers.map(({ reference, trackingNumber }) => [reference, trackingNumber])).toEqual([
      [first, "RB123456785GB"],
      [second, "SF1234567890123"],
    ]);
  });

  test.each([
    ["", [[1, "no_rows", ""]]],
    ["reference,tracking_number\n", [[1, "no_rows", ""]]],
    [`name,number\n${first},RB123456785GB`, [[1, "wrong_header", "name,number"]]],
    [`reference,tracking_number\n"${first},RB1`, [[2, "quote_not_closed", ""]]],
    [
      `reference,tracking_number\n,RB123456785GB\n${first},=1+1\n${second},123`,
      [
        [2, "missing_reference", "RB123456785GB"],
        [3, "invalid_number", "=1+1"],
        [4, "invalid_number", "123"],
      ],
    ],
    [
      `reference,tracking_number\n${first},RB123456785GB\n${first},RB000000005GB\n${second},RB123456785GB`,
      [
        [3, "repeated_reference", first],
        [4, "repeated_number", "RB123456785GB"],
      ],
    ],
    [
      `reference,tracking_number\n${Array.from({ length: 2001 }, (_, at) => `R${at},N${at}00000`).join("\n")}`,
      [[1, "too_many_rows", "2001"]],
    ],
  ])("of a wrong file are none, and each wrong row is named", (text, expected) => {
    const { errors, numbers } = parseLabelNumbers(text);
    expect(numbers).toEqual([]);
    expect(errors.map(({ line, kind, value }) => [line, kind, value])).toEqual(expected);
  });
});

describe("columns of a file", () => {
  test("are read as they are written", () => {
    const text = labelFileColumnsText(defaultLabelFileColumns);
    expect(parseLabelFileColumns(`\n${text}\r\n`)).toEqual({ columns: defaultLabelFileColumns });
    expect(parseLabelFileColumns("a = b = name")).toEqual({
      columns: [{ heading: "a = b", field: "name" }],
    });
  });

  test.each([
    ["", ""],
    ["Order", "Order"],
    ["Order = reference\nTo = nobody", "To = nobody"],
    ["= name", "= name"],
    [`${"x".repeat(61)} = name`, `${"x".repeat(61)} = name`],
  ])("of %j are wrong at %j", (text, wrongLine) => {
    expect(parseLabelFileColumns(text)).toEqual({ wrongLine });
  });
});
