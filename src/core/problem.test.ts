// Shows that a problem carries its code and details and is still an ordinary error.
import { expect, test } from "vitest";
import { Problem } from "./problem.ts";

test("a problem carries its code, its details and a stack", () => {
  const problem = new Problem("weight_over_plan", { weightGrams: 2500, maxWeightGrams: 2000 });
  expect(problem).toBeInstanceOf(Error);
  expect(problem.name).toBe("Problem");
  expect(problem.code).toBe("weight_over_plan");
  expect(problem.message).toBe("weight_over_plan");
  expect(problem.details).toEqual({ weightGrams: 2500, maxWeightGrams: 2000 });
  expect(problem.stack).toContain("problem.test.ts");
});

test("a problem without details has none", () => {
  expect(new Problem("not_found").details).toEqual({});
});
