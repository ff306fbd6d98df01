import { expect, test } from "vitest";
import { namedLeg } from "./shipping-service.ts";

test("a leg is named with how many there are, and no other than there is", () => {
  const legs = [
    { legNumber: 1, origin: "China", destination: "Hong Kong" },
    { legNumber: 2, origin: "Hong Kong", destination: "United States" },
  ];
  expect(namedLeg(legs, 2)).toEqual({
    legNumber: 2,
    legCount: 2,
    origin: "Hong Kong",
    destination: "United States",
  });
  expect([namedLeg(legs, 3), namedLeg(legs, undefined)]).toEqual([null, null]);
});
