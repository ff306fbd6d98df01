import { expect, test } from "vitest";
import { amountIn, dayIn } from "./transaction-search.ts";

test.each([
  ["25", [2500, 2599]],
  ["$25.00", [2500, 2500]],
  ["25.5", [2550, 2550]],
  ["- 1,234.56 USD", [123_456, 123_456]],
  ["＄２５．１０", [2510, 2510]],
  ["US$0.05", [5, 5]],
  ["SF1234", null],
  ["12345678", null],
  ["1.234", null],
  ["", null],
])("the amount in %j is %j", (words, expected) => {
  const found = amountIn(words);
  expect(found === null ? null : [found.fromCents, found.toCents]).toEqual(expected);
});

const today = { year: 2031, month: 5, day: 14 };

test.each([
  ["2031-05-03", "en", [2031, 5, 3]],
  ["2030/12/1", "en", [2030, 12, 1]],
  ["May 14, 2031", "en", [2031, 5, 14]],
  ["14 may", "en", [2031, 5, 14]],
  ["Sept 1", "en", [2030, 9, 1]],
  ["May 15", "en", [2030, 5, 15]],
  ["2031年5月14日", "zh-Hans", [2031, 5, 14]],
  ["5 月 3 號", "zh-Hant-HK", [2031, 5, 3]],
  ["Feb 30", "en", null],
  ["2031-02-29", "en", null],
  ["may", "en", null],
  ["maybe 14", "en", null],
  ["14", "en", null],
  ["4 blue may jackets", "en", null],
] as const)("the day in %j (%s) is %j", (words, locale, expected) => {
  const found = dayIn(words, locale, today);
  expect(found === null ? null : [found.year, found.month, found.day]).toEqual(expected);
});
