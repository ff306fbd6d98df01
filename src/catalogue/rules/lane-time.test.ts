import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addHistograms,
  arrivalOf,
  countFromDay,
  firstMeasuredMonth,
  laneTimeLimits,
  laneTimeOf,
  lateAfter,
  percentileDay,
  silenceOneIn,
  silentDaysOf,
  transitSpanOf,
  type LaneMonth,
} from "./lane-time.ts";

const length = laneTimeLimits.lastDay + 1;
const histograms = fc.array(fc.nat({ max: 50 }), { minLength: length, maxLength: length });
const percents = fc.integer({ min: 1, max: 100 });

function histogram(days: Readonly<Record<number, number>>): number[] {
  return Array.from({ length }, (_, day) => days[day] ?? 0);
}

function laneMonth(month: string, days: Record<number, number>, silences = {}): LaneMonth {
  return { month, daysHistogram: histogram(days), silenceHistogram: histogram(silences) };
}

describe("percentiles", () => {
  test("grow with the percentage, and are days on which a parcel arrived", () => {
    fc.assert(
      fc.property(histograms, percents, percents, (counts, one, other) => {
        fc.pre(countFromDay(counts, 0) > 0);
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const [lower, higher] = [percentileDay(counts, low), percentileDay(counts, high)];
        expect(lower).not.toBeNull();
        expect(higher).not.toBeNull();
        expect(lower ?? 99).toBeLessThanOrEqual(higher ?? -1);
        for (const day of [lower, higher]) expect(counts[day ?? -1]).toBeGreaterThan(0);
      }),
    );
  });

  test("equal the sorted list at the nearest rank", () => {
    fc.assert(
      fc.property(histograms, percents, (counts, percent) => {
        const sorted = counts.flatMap((count, day) => Array.from({ length: count }, () => day));
        const rank = Math.ceil((sorted.length * percent) / 100);
        expect(percentileDay(counts, percent)).toBe(sorted[rank - 1] ?? null);
      }),
    );
  });

  test("do not depend on how parcels are divided into months", () => {
    fc.assert(
      fc.property(histograms, histograms, percents, (one, other, percent) => {
        const whole = one.map((count, day) => count + (other[day] ?? 0));
        expect(percentileDay(addHistograms([one, other]), percent)).toBe(
          percentileDay(whole, percent),
        );
      }),
    );
  });
});

test("a lane has a time from 20 parcels on, counted over the current month and the five before", () => {
  const months = [laneMonth("2026-08-01", { 7: 10, 12: 2 }), laneMonth("2026-11-01", { 9: 7 })];
  expect(laneTimeOf(months)).toBeNull();
  expect(
    laneTimeOf([...months, laneMonth("2026-07-01", { 30: 1 }), laneMonth("2026-06-01", {})]),
  ).toEqual({ halfDays: 7, mostDays: 12, parcelsCount: 20, since: "2026-07-01" });
  expect(firstMeasuredMonth(new Date("2026-11-30T23:59:59Z"))).toBe("2026-06-01");
  expect(firstMeasuredMonth(new Date("2027-03-31T00:00:00Z"))).toBe("2026-10-01");
});

describe("the span of a leg", () => {
  const measured = { halfDays: 9, mostDays: 14, parcelsCount: 40, since: "2026-09-01" };

  test.each([
    ["hk-post", measured, "measured", 9, 14, "days"],
    ["dhl", measured, "measured", 9, 14, "days"],
    ["hk-post", { ...measured, mostDays: 60 }, "published", 7, 14, "business_days"],
    ["sg-post", null, "published", 7, 14, "business_days"],
    ["sf-express", null, "planned", null, 3, "business_days"],
  ])("of %s with %j is %s", (carrier, time, basis, earliest, latest, unit) => {
    expect(transitSpanOf(carrier, time)).toMatchObject({ basis, earliest, latest, unit });
  });

  test.each([["dhl"], [null]])("of %j is not known without measured times", (carrier) => {
    expect(transitSpanOf(carrier, null)).toBeNull();
  });

  test("moves with the departure, and a leg is late a business day after it", () => {
    const span = transitSpanOf("hk-post", measured);
    if (span === null) throw new Error("There is no span.");
    for (const [departed, earliest, latest, late] of [
      // A Monday; the latest day is a Monday too.
      ["2026-11-02", "2026-11-11", "2026-11-16", "2026-11-17"],
      // Two weeks later it is a Saturday, and the next business day a Monday.
      ["2026-11-07", "2026-11-16", "2026-11-21", "2026-11-23"],
    ] as const) {
      const at = new Date(departed);
      expect(arrivalOf(span, { earliest: at, latest: at })).toEqual({
        earliest: new Date(earliest),
        latest: new Date(latest),
      });
      expect(lateAfter(span, at)).toEqual(new Date(late));
    }
  });
});

test("silence is judged by the lane's longest times without news, and by five days where that is less", () => {
  const calm = [laneMonth("2026-10-01", {}, { 2: 30 })];
  const rough = [laneMonth("2026-10-01", {}, { 2: 12, 4: 10, 8: 2 })];
  const few = [laneMonth("2026-10-01", {}, { 9: 19 })];
  expect([calm, rough, few].map(silentDaysOf)).toEqual([5, 8, 5]);
  expect(silenceOneIn(rough, 8)).toBe(12);
  expect([silenceOneIn(rough, 9), silenceOneIn(few, 8), silenceOneIn(rough, 61)]).toEqual([
    null,
    null,
    null,
  ]);
});
