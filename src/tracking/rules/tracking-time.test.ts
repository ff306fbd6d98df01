import { describe, expect, test } from "vitest";
import { countryList } from "#catalogue/rules/country.ts";
import { countryTimeZone } from "#catalogue/rules/country-place.ts";
import { resolveEventTime, type EventTimeConfidence, type WrittenTime } from "./tracking-time.ts";

const receivedAt = new Date("2026-11-20T08:00:00Z");

type Row = [
  what: string,
  written: WrittenTime,
  countries: [country: string | null, origin: string | null],
  occurredAt: string,
  confidence: EventTimeConfidence,
  utcOffsetMinutes: number | null,
];

const at = (time: string | null, utcOffsetMinutes: number | null = null, date = "2026-11-19") => ({
  date,
  time,
  utcOffsetMinutes,
});

const rows: Row[] = [
  ["with its zone", at("14:05:09", 480), ["US", "CN"], "2026-11-19T06:05:09Z", "exact", 480],
  ["west of UTC", at("14:05:09", -300), [null, null], "2026-11-19T19:05:09Z", "exact", -300],
  [
    "without a zone, in a country",
    at("14:05:09"),
    ["HK", "CN"],
    "2026-11-19T06:05:09Z",
    "local_without_zone",
    480,
  ],
  [
    "without zone and country",
    at("14:05:09"),
    [null, "SG"],
    "2026-11-19T06:05:09Z",
    "local_without_zone",
    480,
  ],
  [
    "in an unknown country",
    at("14:05:09"),
    ["ZZ", null],
    "2026-11-19T14:05:09Z",
    "local_without_zone",
    null,
  ],
  [
    "in summer time",
    at("14:05:00", null, "2026-07-01"),
    ["DE", null],
    "2026-07-01T12:05:00Z",
    "local_without_zone",
    120,
  ],
  ["of a day", at(null), ["HK", null], "2026-11-18T16:00:00Z", "date", 480],
  ["of a day in a zone", at(null, 0), ["HK", null], "2026-11-19T00:00:00Z", "date", 0],
  [
    "26 hours ahead",
    at("10:00:00", 0, "2026-11-21"),
    [null, null],
    "2026-11-21T10:00:00Z",
    "exact",
    0,
  ],
  [
    "more than 26 hours ahead",
    at("10:00:01", 0, "2026-11-21"),
    [null, null],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  [
    "without a zone, later than it was received",
    at("15:00:00", null, "2026-11-20"),
    [null, null],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  [
    "without a zone, in a country whose clock is behind",
    at("07:00:00", null, "2026-11-20"),
    ["US", "CN"],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  [
    "of a day that has not begun",
    at(null, null, "2026-11-21"),
    ["HK", null],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  [
    "without a zone, when it was received",
    at("16:00:00", null, "2026-11-20"),
    ["HK", null],
    "2026-11-20T08:00:00Z",
    "local_without_zone",
    480,
  ],
  [
    "a placeholder",
    at("00:00:00", 0, "1970-01-01"),
    [null, null],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  [
    "no such day",
    at("00:00:00", 0, "2026-02-30"),
    [null, null],
    "2026-11-20T08:00:00Z",
    "received",
    null,
  ],
  ["no time", at("25:00:00", 0), [null, null], "2026-11-20T08:00:00Z", "received", null],
];

describe("The time of an event", () => {
  test.each(rows)("%s", (_what, written, [country, originCountry], moment, confidence, offset) => {
    expect(resolveEventTime(written, { country, originCountry, receivedAt })).toEqual({
      occurredAt: new Date(moment),
      confidence,
      utcOffsetMinutes: offset,
    });
  });

  test("every country with inhabitants has a time zone", () => {
    const without = countryList.filter(([code]) => {
      const zone = countryTimeZone(code);
      return zone === null || Number.isNaN(new Intl.DateTimeFormat("en", { timeZone: zone }));
    });
    expect(without.map(([code]) => code)).toEqual(["AQ", "BV", "HM"]);
  });
});
