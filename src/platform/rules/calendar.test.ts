import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { addBusinessDays, addDays, addMonths, addWeeks, monthPeriodAt } from "./calendar.ts";

const at = (text: string): Date => new Date(text.includes("T") ? text : `${text}T09:30:00Z`);
const anyDate = fc.date({
  min: new Date("1970-01-01T00:00:00Z"),
  max: new Date("2200-01-01T00:00:00Z"),
  noInvalidDate: true,
});

describe("adding months", () => {
  test.each([
    ["2027-01-31", 1, "2027-02-28"],
    ["2028-01-31", 1, "2028-02-29"],
    ["2027-01-31", 2, "2027-03-31"],
    ["2027-01-31", 3, "2027-04-30"],
    ["2028-02-29", 12, "2029-02-28"],
    ["2028-02-29", 48, "2032-02-29"],
    ["2027-12-31", 2, "2028-02-29"],
    ["2027-12-15", 1, "2028-01-15"],
    ["2027-03-31", -1, "2027-02-28"],
    ["2027-05-05", 0, "2027-05-05"],
  ])("%s + %i months is %s", (from, months, to) => {
    expect(addMonths(at(from), months)).toEqual(at(to));
  });

  test("keeps the time of day, through changes to summer time too", () => {
    expect(addMonths(at("2027-02-28T23:59:59.999Z"), 1)).toEqual(at("2027-03-28T23:59:59.999Z"));
  });

  test("does not change the anchor", () => {
    const anchor = at("2027-01-31");
    addMonths(anchor, 1);
    expect(anchor).toEqual(at("2027-01-31"));
  });

  test("lands on the anchor's day or the last day of the month, in the month that is meant", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: -600, max: 600 }), (anchor, months) => {
        const result = addMonths(anchor, months);
        const monthCount = (date: Date): number => date.getUTCFullYear() * 12 + date.getUTCMonth();
        expect(monthCount(result) - monthCount(anchor)).toBe(months);
        const isLastDay = addDays(result, 1).getUTCDate() === 1;
        expect(result.getUTCDate() === anchor.getUTCDate() || isLastDay).toBe(true);
      }),
    );
  });

  test("rejects an invalid date and half a month", () => {
    expect(() => addMonths(new Date("never"), 1)).toThrow("A valid date is needed.");
    expect(() => addMonths(at("2027-01-31"), 0.5)).toThrow("A whole number of months is needed");
  });
});

describe("the month that a moment falls into", () => {
  test.each([
    ["2027-01-31", 0, "2027-01-31", "2027-02-28"],
    ["2027-02-28T09:29:59.999Z", 0, "2027-01-31", "2027-02-28"],
    ["2027-02-28", 1, "2027-02-28", "2027-03-31"],
    ["2027-03-30", 1, "2027-02-28", "2027-03-31"],
    ["2027-03-31", 2, "2027-03-31", "2027-04-30"],
    ["2028-02-29", 13, "2028-02-29", "2028-03-31"],
    ["2027-01-30", -1, "2026-12-31", "2027-01-31"],
  ])("%s is in month %i, from %s to %s", (moment, monthNumber, startsAt, endsAt) => {
    expect(monthPeriodAt(at("2027-01-31"), at(moment))).toEqual({
      monthNumber,
      startsAt: at(startsAt),
      endsAt: at(endsAt),
    });
  });

  test("contains that moment, for every anchor", () => {
    fc.assert(
      fc.property(anyDate, anyDate, (anchor, moment) => {
        const { startsAt, endsAt } = monthPeriodAt(anchor, moment);
        expect(startsAt.getTime()).toBeLessThanOrEqual(moment.getTime());
        expect(endsAt.getTime()).toBeGreaterThan(moment.getTime());
      }),
    );
  });
});

describe("adding days and weeks", () => {
  test("counts days of 24 hours and weeks of seven days", () => {
    expect(addDays(at("2028-02-28"), 2)).toEqual(at("2028-03-01"));
    expect(addWeeks(at("2027-12-27"), 2)).toEqual(at("2028-01-10"));
  });

  test("rejects parts of a day or week", () => {
    expect(() => addDays(at("2027-01-01"), 1.5)).toThrow(RangeError);
    expect(() => addWeeks(at("2027-01-01"), 0.5)).toThrow("A whole number of weeks is needed");
  });
});

describe("adding business days", () => {
  test.each([
    ["2027-03-01", 0, "2027-03-01"],
    ["2027-03-01", 4, "2027-03-05"],
    ["2027-03-01", 5, "2027-03-08"],
    ["2027-03-05", 1, "2027-03-08"],
    ["2027-03-06", 1, "2027-03-08"],
    ["2027-03-07", 1, "2027-03-08"],
    ["2027-03-01", 14, "2027-03-19"],
  ])("%s + %i is %s", (from, businessDays, to) => {
    expect(addBusinessDays(at(from), businessDays)).toEqual(at(to));
  });

  test("never ends on a weekend, and five of them are a week of any weekday", () => {
    fc.assert(
      fc.property(anyDate, fc.integer({ min: 1, max: 40 }), (date, businessDays) => {
        const weekday = addBusinessDays(date, businessDays).getUTCDay();
        expect([1, 2, 3, 4, 5]).toContain(weekday);
        const monday = addBusinessDays(date, 1);
        expect(addBusinessDays(monday, 5)).toEqual(addWeeks(monday, 1));
      }),
    );
  });

  test("rejects negative counts", () => {
    expect(() => addBusinessDays(at("2027-03-01"), -1)).toThrow("counted forwards");
  });
});
