import { describe, expect, test } from "vitest";
import { csvWriter, textCell } from "./csv-row.ts";

const { row: csvRow } = csvWriter({ locale: "en-US", timeZone: "UTC" });

describe("a row", () => {
  test.each([
    [["a", "b", ""], "a,b,\r\n"],
    [['say "tea"', "one, two"], '"say ""tea""","one, two"\r\n'],
    [["first\nsecond", "third\r\n"], '"first\nsecond","third\r\n"\r\n'],
    [["茶", "1.5", "2026-01-01"], "茶,1.5,2026-01-01\r\n"],
  ])("of %o is quoted where it must be", (cells, row) => {
    expect(csvRow(cells)).toBe(row);
  });

  test.each([
    "=1+1",
    "+1",
    "-ABC123",
    "@SUM(A1)",
    "＝1+1",
    "＋1",
    "－1",
    "＠SUM(A1)",
    "  =1+1",
    "\u00a0=1+1",
    "\u0001=1+1",
    "\tx",
    "=cmd|' /C calc'!A0",
  ])("shows %o as text", (cell) => {
    expect(csvRow([cell])).toBe(`'${cell}\r\n`);
  });

  test.each(["\r=1+1", "\n=1+1", '="a"'])("shows %o as text, quoted", (cell) => {
    expect(csvRow([cell])).toBe(`"'${cell.replaceAll('"', '""')}"\r\n`);
  });

  test.each(["a=b", "tea-cups", "1-2", "mei+tea@example.com"])("leaves %o as it is", (cell) => {
    expect(csvRow([cell])).toBe(`${cell}\r\n`);
  });

  test.each([
    "123456789",
    "3318810025",
    "986578788855",
    "9400111899223100000000",
    "0012345678",
    "12E45678",
    "12-11-2024",
    "12-2024",
    "123-456-789",
    "MAY-2024",
    "1 Dec",
    "1/2",
    "1.50",
    "10:30",
    "12 345",
    "true",
    "$5",
    "5,50 €",
  ])(
    "keeps the text %o as it is written, also where a spreadsheet would reckon with it",
    (text) => {
      expect(csvRow([textCell(text)])).toBe(`"\t${text}"\r\n`);
    },
  );

  test.each(["SF1234567890123", "RB123456785GB", "JD01-2345-6789", "2 tea cups", "6"])(
    "leaves the text %o bare",
    (text) => {
      expect(csvRow([textCell(text)])).toBe(`${text}\r\n`);
    },
  );

  test("shows a text as text when it begins like a formula", () => {
    expect(csvRow([textCell("-12345")])).toBe("'-12345\r\n");
  });
});

describe("a reader's locale", () => {
  test.each([
    ["en-US", "1.35,12.50,1234.00\r\n"],
    ["de-DE", "1,35;12,50;1234,00\r\n"],
    ["fr-FR", "1,35;12,50;1234,00\r\n"],
    ["ja-JP", "1.35,12.50,1234.00\r\n"],
    ["ar-EG", "1.35,12.50,1234.00\r\n"],
  ])("decides on numbers and what stands between cells: %s", (locale, row) => {
    const csv = csvWriter({ locale, timeZone: "UTC" });
    const { amount, kilograms } = csv;
    const cells = [kilograms(1350), amount(1250), amount(123_400)];
    expect(csv.row(cells).replaceAll('"', "")).toBe(row);
  });

  test.each([
    ["en-US", "4/5/2031", "4/5/31 1:30:00 PM"],
    ["de-DE", "5.4.2031", "05.04.31 13:30:00"],
  ])("decides on days and times, without what makes a text of them: %s", (locale, day, moment) => {
    const csv = csvWriter({ locale, timeZone: "Asia/Singapore" });
    const at = new Date("2031-04-05T05:30:00Z");
    expect([csv.day(at), csv.moment(at)]).toEqual([day, moment]);
  });
});
