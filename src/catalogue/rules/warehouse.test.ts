import { expect, test } from "vitest";
import { afterOpenHours, beforeOpenHours, type OpeningTimes } from "./warehouse.ts";

const weekday = { opensAt: "09:30", closesAt: "18:30" };
const hongKong: OpeningTimes = {
  openingHours: [weekday, weekday, weekday, weekday, weekday, null, null],
  closedDays: ["2026-12-25"],
  timeZone: "Asia/Hong_Kong",
};
const night = { opensAt: "00:00", closesAt: "23:59" };
const berlin: OpeningTimes = {
  openingHours: [night, night, night, night, night, night, night],
  closedDays: [],
  timeZone: "Europe/Berlin",
};
const closed: OpeningTimes = {
  ...hongKong,
  openingHours: [null, null, null, null, null, null, null],
};

test.each([
  ["within a day", hongKong, "2026-06-10T08:30:00Z", 2, "2026-06-10T06:30:00Z"],
  [
    "before opening, from the day before",
    hongKong,
    "2026-06-10T00:00:00Z",
    2,
    "2026-06-09T08:30:00Z",
  ],
  ["24 hours, over three days", hongKong, "2026-06-10T10:30:00Z", 24, "2026-06-08T04:30:00Z"],
  ["over a weekend", hongKong, "2026-06-08T02:30:00Z", 2, "2026-06-05T09:30:00Z"],
  ["over a closed day and a weekend", hongKong, "2026-12-28T02:30:00Z", 2, "2026-12-24T09:30:00Z"],
  ["exactly a whole day", hongKong, "2026-06-10T10:30:00Z", 9, "2026-06-10T01:30:00Z"],
  [
    "over the night on which clocks go forward",
    berlin,
    "2026-03-29T21:59:00Z",
    22,
    "2026-03-28T23:59:00Z",
  ],
  [
    "over the night on which clocks go back",
    berlin,
    "2026-10-25T22:59:00Z",
    24,
    "2026-10-24T22:59:00Z",
  ],
])("%s", (_, place, until, hours, since) => {
  expect(beforeOpenHours(place, new Date(until), hours)).toEqual(new Date(since));
});

test("a place that is always closed has none", () => {
  expect(beforeOpenHours(closed, new Date("2026-06-10T10:30:00Z"), 1)).toBeNull();
});

test.each([
  ["within a day", hongKong, "2026-06-10T02:00:00Z", 4, "2026-06-10T06:00:00Z"],
  ["before opening, from the opening", hongKong, "2026-06-10T00:00:00Z", 4, "2026-06-10T05:30:00Z"],
  ["after closing, on the next day", hongKong, "2026-06-10T14:00:00Z", 4, "2026-06-11T05:30:00Z"],
  ["exactly until closing", hongKong, "2026-06-10T01:30:00Z", 9, "2026-06-10T10:30:00Z"],
  ["over a weekend", hongKong, "2026-06-05T09:30:00Z", 4, "2026-06-08T04:30:00Z"],
  ["24 hours, over three days", hongKong, "2026-06-08T01:30:00Z", 24, "2026-06-10T07:30:00Z"],
  ["over a closed day and a weekend", hongKong, "2026-12-24T09:30:00Z", 2, "2026-12-28T02:30:00Z"],
])("%s, it was open until", (_, place, since, hours, until) => {
  expect(afterOpenHours(place, new Date(since), hours)).toEqual(new Date(until));
});

test("a place that is closed for longer opens no more", () => {
  expect(afterOpenHours(closed, new Date("2026-06-10T10:30:00Z"), 1)).toBeNull();
});
