import { expect, test } from "vitest";
import type { MappedLeg } from "./journey-courses.ts";
import { journeySentence } from "./journey-map.tsx";

test("the text alternative of the map has every leg, also with a place that is not a country", () => {
  const leg = { legNumber: 1, origin: "Yiwu warehouse", destination: "USA", status: "pending" };
  const legs = [
    leg,
    { ...leg, legNumber: 2, origin: "Hong Kong", status: "in_transit" },
  ] as readonly MappedLeg[];
  expect(journeySentence(legs)).toBe(
    "Map of the journey. Leg 1, Yiwu warehouse to USA: Pending. Leg 2, Hong Kong to USA: In Transit.",
  );
});
