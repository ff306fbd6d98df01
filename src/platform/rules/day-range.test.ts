import { expect, test } from "vitest";
import { dayRange } from "./calendar.ts";

const noon = (day: string) => `${day}T12:00:00Z`;

test.each([
  ["en-GB", "2026-12-04", "2026-12-09", "4", "9 December"],
  ["en-US", "2026-12-04", "2026-12-09", "December 4", "9"],
  ["zh-Hant-HK", "2026-12-04", "2026-12-09", "12月4日", "9日"],
  ["zh-Hans", "2026-11-28", "2026-12-03", "11月28日", "12月3日"],
  ["en-GB", "2026-11-28", "2026-12-03", "28 November", "3 December"],
  ["en-GB", "2026-12-28", "2027-01-03", "28 December 2026", "3 January 2027"],
  ["en-US", "2026-12-04", "2026-12-04", "December 4", "December 4"],
])("in %s, %s and %s are named as %s and %s", (locale, first, last, earliest, latest) => {
  const now = new Date("2026-11-23T00:00:00Z");
  expect(dayRange(noon(first), noon(last), { locale, now })).toEqual({ earliest, latest });
});
