import { expect, test } from "vitest";
import { reportingPeriods } from "./reporting-periods.ts";

test("weeks begin on Monday and end with this one", () => {
  const sunday = reportingPeriods(new Date("2027-01-03T23:59:59Z")).weekStarts;
  expect(sunday).toHaveLength(12);
  expect(sunday.at(-1)).toBe("2026-12-28");
  expect(sunday.at(0)).toBe("2026-10-12");
  expect(reportingPeriods(new Date("2027-01-04T00:00:00Z")).weekStarts.at(-1)).toBe("2027-01-04");
});

test("months go back over the year", () => {
  const { monthStarts } = reportingPeriods(new Date("2027-02-15T12:00:00Z"));
  expect(monthStarts).toHaveLength(12);
  expect(monthStarts.slice(-3)).toEqual(["2026-12-01", "2027-01-01", "2027-02-01"]);
});

test("the month before ends as far into it as today is into this month", () => {
  const { monthBeforeStartsAt, monthBeforeEndsAt } = reportingPeriods(
    new Date("2026-11-21T10:00:00Z"),
  );
  expect(monthBeforeStartsAt.toISOString()).toBe("2026-10-01T00:00:00.000Z");
  expect(monthBeforeEndsAt.toISOString()).toBe("2026-10-21T10:00:00.000Z");
});

test("a month before that is shorter is counted whole", () => {
  const { monthBeforeEndsAt } = reportingPeriods(new Date("2027-03-31T10:00:00Z"));
  expect(monthBeforeEndsAt.toISOString()).toBe("2027-03-01T00:00:00.000Z");
});
