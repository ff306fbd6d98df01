// Shows that a problem carries its code, details and sentence and is still an ordinary error.
import { expect, test } from "vitest";
import { ApiError } from "./api-error.ts";

test("a problem carries its code, its details and a stack", () => {
  const wireError = new ApiError("weight_above_plan", {
    weightGrams: 2500,
    maxWeightGrams: 2000,
  });
  expect(wireError).toBeInstanceOf(Error);
  expect(wireError.name).toBe("ApiError");
  expect(wireError.code).toBe("weight_above_plan");
  expect(wireError.message).toBe("weight_above_plan");
  expect(wireError.details).toEqual({ weightGrams: 2500, maxWeightGrams: 2000 });
  expect(wireError.sentence).toBeNull();
  expect(wireError.stack).toContain("problem.test.ts");
});

test("a problem with a sentence of its own says it beside the code", () => {
  const wireError = new ApiError("weight_above_plan", {}, "2.5 kg is over the 2 kg of your plan.");
  expect(wireError.sentence).toBe("2.5 kg is over the 2 kg of your plan.");
  expect(wireError.message).toBe("weight_above_plan: 2.5 kg is over the 2 kg of your plan.");
});

test("a problem without details has none", () => {
  expect(new ApiError("not_found").details).toEqual({});
});
