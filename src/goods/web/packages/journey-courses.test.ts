import { expect, test } from "vitest";
import { legStatuses, type LegStatus } from "#tracking/rules/package-status.ts";
import { journeyCourses, type MappedLeg } from "./journey-courses.ts";

const leg = (changes: Partial<MappedLeg> = {}): MappedLeg => ({
  legNumber: 1,
  origin: "Hong Kong",
  destination: "USA",
  status: "pending",
  ...changes,
});

test("a leg is drawn between its countries, with their short names", () => {
  expect(journeyCourses([leg()])).toEqual([
    {
      key: "1",
      from: { name: "Hong Kong", longitude: 114.2, latitude: 22.3 },
      to: { name: "United States", longitude: -118.2, latitude: 34.1 },
      tone: "waiting",
    },
  ]);
});

test.each<[LegStatus, string]>([
  ["pending", "waiting"],
  ["in_transit", "moving"],
  ["delivered", "done"],
  ["cancelled", "stopped"],
  ["voided", "stopped"],
])("%s is drawn as %s", (status, tone) => {
  expect(journeyCourses([leg({ status })])[0]?.tone).toBe(tone);
});

test("every status can be drawn", () => {
  for (const status of legStatuses) expect(journeyCourses([leg({ status })])).toHaveLength(1);
});

test("a place that is not a country is not drawn", () => {
  const legs = [leg({ origin: "Yiwu warehouse" }), leg({ legNumber: 2, status: "in_transit" })];
  expect(journeyCourses(legs).map(({ key }) => key)).toEqual(["2"]);
});
