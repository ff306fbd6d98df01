import { describe, expect, test } from "vitest";
import { isDowngrade, parsePlanName, planByName, plans } from "./plan.ts";
import { planNames } from "#platform/rules/plan-name.ts";

describe("the plans", () => {
  test.each([
    ["Basic", 12_900, 5, 2000, false],
    ["Super", 19_900, 10, 4000, true],
    ["Premium", 35_900, 12, 8000, false],
  ] as const)(
    "%s costs %i cents a month for %i packages of up to %i grams",
    (name, priceCents, packageQuota, maxWeightGrams, isPopular) => {
      expect(planByName(name)).toMatchObject({
        name,
        priceCents,
        packageQuota,
        maxWeightGrams,
        isPopular,
      });
    },
  );

  test("are listed in the order of their names, each once", () => {
    expect(plans.map((plan) => plan.name)).toEqual(planNames);
  });

  test("offer what each is sold with", () => {
    const common = ["real_time_tracking", "service_and_handling"];
    expect(planByName("Basic").features).toEqual([...common, "email_support"]);
    expect(planByName("Super").features).toEqual([...common, "priority_support"]);
    expect(planByName("Premium").features).toEqual([
      ...common,
      "premium_support",
      "expedited_processing",
    ]);
  });

  test("never promise that there is no weight limit", () => {
    for (const plan of plans) {
      expect(plan.features.join(" ")).not.toMatch(/weight/i);
    }
  });
});

describe("a plan's name", () => {
  test.each([
    ["Basic", "Basic"],
    ["basic", "Basic"],
    ["SUPER", "Super"],
    [" premium ", "Premium"],
    ["Gold", null],
    ["", null],
    ["basi", null],
    ["constructor", null],
  ])("%j is read as %j", (text, name) => {
    expect(parsePlanName(text)).toBe(name);
  });
});

describe("changing the plan", () => {
  test.each([
    ["Premium", "Super", true],
    ["Premium", "Basic", true],
    ["Super", "Basic", true],
    ["Basic", "Super", false],
    ["Super", "Premium", false],
    ["Super", "Super", false],
  ] as const)("from %s to %s is a downgrade: %s", (from, to, expected) => {
    expect(isDowngrade(from, to)).toBe(expected);
  });
});
