import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyMutation, mutations, type Mutation } from "./all-mutations.ts";

const repository = join(import.meta.dirname, "../..");
const read = (file: string) => readFileSync(join(repository, file), "utf8");

function faults(all: readonly Mutation[], sourceOf: (file: string) => string): string[] {
  return all.flatMap((mutation) => {
    try {
      const source = sourceOf(mutation.file);
      return applyMutation(source, mutation) === source ? [`${mutation.breaks}: no change`] : [];
    } catch (error) {
      return [String(error)];
    }
  });
}

test("every mutation changes one place that is still there", () => {
  expect(mutations.length).toBeGreaterThanOrEqual(64);
  expect(faults(mutations, read)).toEqual([]);
  const names = mutations.map(({ file, breaks }) => `${file}: ${breaks}`);
  expect(names.filter((name, place) => names.indexOf(name) < place)).toEqual([]);
});

test("one that changes no place, several or nothing is reported", () => {
  const mutation = { file: "a.ts", breaks: "x", text: "one", replacement: "two" };
  expect(faults([mutation], () => "one")).toEqual([]);
  expect(faults([mutation], () => "two")).toEqual([
    'Error: a.ts, "x": found 0 times instead of once.',
  ]);
  expect(faults([mutation], () => "one one")).toHaveLength(1);
  expect(faults([{ ...mutation, replacement: "one" }], () => "one")).toEqual(["x: no change"]);
});
