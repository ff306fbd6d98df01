import { expect, test } from "vitest";
import { isPriceDay, priceDaysAhead, todayOfRates } from "./price-day.ts";

test("the day of prices begins at midnight in Hong Kong", () => {
  expect(todayOfRates(new Date("2031-04-04T15:59:59Z"))).toBe("2031-04-04");
  expect(todayOfRates(new Date("2031-04-04T16:00:00Z"))).toBe("2031-04-05");
});

test("prices begin today at the earliest and 366 days ahead at the latest", () => {
  const days = ["2031-04-04", "2031-04-05", "2032-04-05", "2032-04-06"];
  expect(days.map((day) => isPriceDay(day, "2031-04-05"))).toEqual([false, true, true, false]);
  expect(priceDaysAhead).toBe(366);
});
