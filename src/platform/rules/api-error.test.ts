import { expect, test } from "vitest";
import { ApiError } from "./error-message.ts";

test("an API error has its code, its details and a stack", () => {
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
  expect(wireError.stack).toContain("api-error.test.ts");
});

test("an API error with its own sentence has it in its message", () => {
  const sentence = () => "2.5 kg is over the 2 kg of your plan.";
  const wireError = new ApiError("weight_above_plan", {}, sentence);
  expect(wireError.sentence).toBe(sentence);
  expect(wireError.message).toBe("weight_above_plan: 2.5 kg is over the 2 kg of your plan.");
});

test("an API error without details has none", () => {
  expect(new ApiError("not_found").details).toEqual({});
});
