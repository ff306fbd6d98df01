import { describe, expect, test } from "vitest";
import { operations } from "#contract/operations.ts";
import { attemptLimits } from "#server/limits/count-attempt.ts";
import { queueLimits } from "#server/limits/queues.ts";
import { sourceFiles } from "./source-files.ts";

const [page] = sourceFiles("docs/bounds.md");
const rows = (page?.text ?? "")
  .split("\n")
  .filter(
    (line) => line.startsWith("| ") && !line.startsWith("| request") && !/^[| -]+$/.test(line),
  )
  .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, "")));

const isNamed = (name: string) => rows.some((cells) => cells.join(" ").includes(`\`${name}\``));

describe("the page of bounds", () => {
  test("has rows of six cells", () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter((cells) => cells.length !== 6)).toEqual([]);
  });

  test("names every limit and every queue", () => {
    const names = [...Object.keys(attemptLimits), ...Object.keys(queueLimits)];
    expect(names.filter((name) => !isNamed(name))).toEqual([]);
  });

  test("names every operation with the error busy", () => {
    const expensive = operations.flatMap(({ name, errorCodes }) =>
      errorCodes.includes("busy") ? [name] : [],
    );
    expect(expensive.length).toBeGreaterThan(3);
    expect(expensive.filter((name) => !isNamed(name))).toEqual([]);
  });

  test("names existing tests in each row", () => {
    const shown = rows.map(([what = "", , , , , cell = ""]) => ({
      what,
      tests: [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)].map(([, file = "", name = ""]) => ({
        file,
        name,
      })),
    }));
    expect(shown.filter(({ tests }) => tests.length === 0)).toEqual([]);
    const missing = shown.flatMap(({ tests }) =>
      tests.filter(({ file, name }) => !sourceFiles(file)[0]?.text.includes(name)),
    );
    expect(missing).toEqual([]);
  });
});
