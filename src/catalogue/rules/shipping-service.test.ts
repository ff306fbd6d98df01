import { expect, test } from "vitest";
import { acceptedServices } from "#test/seeded-services.ts";
import { countries } from "./country.ts";
import { destinationsOf, goesTo, isOfferedFrom, namedLeg } from "./shipping-service.ts";

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

test("ship requests take the services in use that begin where their warehouse is, and of an unknown place those of Hong Kong", () => {
  const service = { isActive: true, takesShipRequests: true, originCode: "HK" } as const;
  expect(isOfferedFrom(service, "HK")).toBe(true);
  expect(isOfferedFrom(service, "JP")).toBe(true);
  expect(isOfferedFrom(service, "SG")).toBe(false);
  expect(isOfferedFrom({ ...service, isActive: false }, "HK")).toBe(false);
  expect(isOfferedFrom({ ...service, takesShipRequests: false }, "HK")).toBe(false);
});

test.each(acceptedServices)("$code goes to its destinations and nowhere else", (service) => {
  const narrowed = { ...service, countries: ["US", "JP"] as const };
  for (const one of [service, narrowed]) {
    const there = countries.flatMap(({ code }) =>
      goesTo(one, code, acceptedServices) ? code : [],
    );
    expect(there).not.toEqual([]);
    expect(destinationsOf(one, acceptedServices).toSorted()).toEqual(there.toSorted());
  }
});
