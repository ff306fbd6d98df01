import { expect, test } from "vitest";
import type { TransitSpan } from "#catalogue/rules/lane-time.ts";
import { legArrivals, type EstimatedLeg } from "./tracking-time.ts";

const day = (number: number) => new Date(Date.UTC(2026, 10, number));

function span(earliest: number | null, latest: number): TransitSpan {
  return { basis: "measured", earliest, latest, unit: "days", parcelsCount: 20, since: null };
}

function leg(legNumber: number, changes: Partial<EstimatedLeg> = {}): EstimatedLeg {
  const none = { status: "pending", departedAt: null, estimatedDeparture: null } as const;
  return { legNumber, ...none, span: span(2, 4), ...changes };
}

function windows(legs: readonly EstimatedLeg[], now: Date) {
  return legArrivals(legs, now).map(({ window }) => window && [window.earliest, window.latest]);
}

test("remaining legs follow one another from the departure of the one that is on its way", () => {
  const legs = [
    leg(3),
    leg(1, { status: "delivered", departedAt: day(1) }),
    leg(2, { status: "in_transit", departedAt: day(5) }),
  ];
  expect(windows(legs, day(6))).toEqual([null, [day(7), day(9)], [day(9), day(13)]]);
  // Late: the next leg cannot depart in the past.
  expect(windows(legs, day(12))).toEqual([null, [day(7), day(9)], [day(14), day(16)]]);
});

test("the first pending leg departs on its estimated date, or now", () => {
  const planned = [leg(1, { estimatedDeparture: day(10) }), leg(2, { estimatedDeparture: day(3) })];
  expect(windows(planned, day(6))).toEqual([
    [day(12), day(14)],
    [day(14), day(18)],
  ]);
  expect(windows(planned, day(20))[0]).toEqual([day(22), day(24)]);
  expect(windows([leg(1, { span: span(null, 3) }), leg(2)], day(6))).toEqual([
    [null, day(9)],
    [null, day(13)],
  ]);
});

test("nothing is said after a leg of which nothing is known, or that has ended", () => {
  for (const unknown of [leg(1, { span: null }), leg(1, { status: "cancelled" })]) {
    const arrivals = legArrivals([unknown, leg(2)], day(6));
    expect(arrivals.map(({ window }) => window)).toEqual([null, null]);
  }
});
