// oxlint-disable vitest/expect-expect -- what is asserted here is the hook that runs after each test
import { describe, test } from "vitest";
import { expectConsoleError } from "./fail-on-console-error.ts";

describe("console errors in tests", () => {
  test.fails("an unannounced console.error fails the test", () => {
    console.error("the boat leaks");
  });

  test("an announced console.error passes", () => {
    expectConsoleError(/boat leaks/);
    console.error("the boat leaks", new Error("badly"));
  });

  test.fails("an announced console.error that never comes fails the test", () => {
    expectConsoleError(/boat leaks/);
  });
});
