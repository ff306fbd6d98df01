import { expect, test } from "vitest";
import { pageMemory } from "./postmaster.ts";

const gigabyte = 1_073_741_824;

test.each([
  [0.5 * gigabyte, "128MB"],
  [2 * gigabyte, "256MB"],
  [8 * gigabyte, "1024MB"],
  [64 * gigabyte, "2048MB"],
])("Of %d bytes an eighth holds pages, within limits: %s", (memoryBytes, expected) => {
  expect(pageMemory(memoryBytes)).toBe(expected);
});
