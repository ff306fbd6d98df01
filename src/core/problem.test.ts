// Shows that a problem carries its code, details and sentence and is still an ordinary error.
import { expect, test } from "vitest";
import { Problem } from "./problem.ts";

test("a problem carries its code, its details and a stack", () => {
  const problem = new Problem("weight_above_plan", { weightGrams: 2500, maxWeightGrams: 2000 });
  expect(problem).toBeInstanceOf(Error);
  expect(problem.name).toBe("Problem");
  expect(problem.code).toBe("weight_above_plan");
  expect(problem.message).toBe("weight_above_plan");
  expect(problem.details).toEqual({ weightGrams: 2500, maxWeightGrams: 2000 });
  expect(problem.sentence).toBeNull();
  expect(problem.stack).toContain("problem.test.ts");
});

test("a problem with a sentence of its own says it beside the code", () => {
  const problem = new Problem("weight_above_plan", {}, "2.5 kg is over the 2 kg of your plan.");
  expect(problem.sentence).toBe("2.5 kg is over the 2 kg of your plan.");
  expect(problem.message).toBe("weight_above_plan: 2.5 kg is over the 2 kg of your plan.");
});

test("a problem without details has none", () => {
  expect(new Problem("not_found").details).toEqual({});
});
