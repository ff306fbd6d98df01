import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  isOverPlanWeight,
  monthAllowance,
  newPackageAccess,
  remainingPackages,
} from "./allowance.ts";
import { type PlanName, planNames } from "#platform/rules/plan-name.ts";

describe("what remains of a month", () => {
  test.each<[PlanName[], number, number, number]>([
    [["Basic"], 0, 0, 5],
    [["Basic"], 3, 0, 2],
    [["Basic"], 5, 0, 0],
    [["Basic"], 9, 0, 0],
    [["Basic"], 5, 2, 2],
    [["Basic"], 1, -2, 2],
    [["Basic"], 1, -10, 0],
    [["Basic", "Super"], 4, 0, 6],
    [["Premium", "Basic"], 4, 0, 8],
    [["Premium", "Basic", "Premium"], 4, 0, 8],
    [[], 0, 0, 0],
    [[], 0, 3, 3],
  ])("after paying %j, using %i, adjusted by %i: %i", (plansPaid, used, adjusted, remaining) => {
    expect(remainingPackages({ plansPaid, usedPackages: used, adjustmentPackages: adjusted })).toBe(
      remaining,
    );
  });

  test("is never below zero, and changing plans back and forth gains nothing", () => {
    const name = fc.constantFrom(...planNames);
    fc.assert(
      fc.property(
        fc.array(name, { minLength: 1 }),
        fc.nat(50),
        fc.integer({ min: -20, max: 20 }),
        (plansPaid, usedPackages, adjustmentPackages) => {
          const use = { plansPaid, usedPackages, adjustmentPackages };
          expect(remainingPackages(use)).toBeGreaterThanOrEqual(0);
          expect(monthAllowance([...plansPaid, ...plansPaid])).toBe(monthAllowance(plansPaid));
          expect(monthAllowance(plansPaid)).toBeLessThanOrEqual(12);
        },
      ),
    );
  });
});

describe("adding a package", () => {
  test.each([
    [true, null, 0, "allowed"],
    [true, "Basic", 0, "allowed"],
    [false, null, 0, "subscription_required"],
    [false, null, 4, "subscription_required"],
    [false, "Basic", 1, "allowed"],
    [false, "Premium", 0, "quota_exceeded"],
    [false, "Super", -1, "quota_exceeded"],
  ] as const)(
    "as admin %s with plan %s and quota %i is %s",
    (isAdmin, subscription, quota, expected) => {
      expect(newPackageAccess({ isAdmin, subscription, packageQuota: quota })).toBe(expected);
    },
  );

  test.each([
    [false, 2000, 2000, false],
    [false, 2001, 2000, true],
    [false, null, 2000, false],
    [true, 30_000, 0, false],
  ] as const)(
    "as admin %s weighing %j grams with %i allowed is over the plan: %s",
    (isAdmin, estimatedWeightGrams, maxWeightGrams, expected) => {
      expect(isOverPlanWeight({ isAdmin, estimatedWeightGrams, maxWeightGrams })).toBe(expected);
    },
  );
});
