import { describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import { attemptLimits } from "#platform/rules/attempt-limits.ts";
import { queueLimits } from "#platform/server/limits/queues.ts";
import { sourceFiles } from "./source-files.ts";

type Rows = readonly (readonly string[])[];

/** The cells of the table's rows. */
function rowsOf(page: string): Rows {
  return page
    .split("\n")
    .filter(
      (line) => line.startsWith("| ") && !line.startsWith("| request") && !/^[| -]+$/.test(line),
    )
    .map((line) => line.split(" | ").map((cell) => cell.replaceAll(/^\| | \|$/g, "")));
}

const wrongCells = (rows: Rows) => rows.filter((cells) => cells.length !== 6);

const unnamed = (rows: Rows, names: readonly string[]) =>
  names.filter((name) => !rows.some((cells) => cells.join(" ").includes(`\`${name}\``)));

type Limited = Pick<(typeof operations)[number], "name" | "limit">;

/** The operations that no row names with the limit that their contract states. */
const withoutLimit = (rows: Rows, all: readonly Limited[]) =>
  all
    .filter(({ limit }) => limit !== null)
    .filter(({ name, limit }) => !rows.some((row) => unnamed([row], [name, limit!]).length === 0))
    .map(({ name }) => name);

/** The rows without a test, and tests that are not where they are named. */
function missingTests(rows: Rows, read: (path: string) => string): string[] {
  return rows.flatMap(([what = "", , , , , cell = ""]) => {
    const tests = [...cell.matchAll(/`([^`]+)` "([^"]+)"/g)];
    if (tests.length === 0) return [what];
    return tests
      .filter(([, file = "", name = ""]) => !read(file).includes(name))
      .map(([, file, name]) => `${file}: ${name}`);
  });
}

const rows = rowsOf(sourceFiles("docs/bounds.md")[0]?.text ?? "");
const textOf = (path: string) => sourceFiles(path)[0]?.text ?? "";

describe("the page of bounds", () => {
  test("has rows of six cells", () => {
    expect(rows.length).toBeGreaterThan(20);
    expect(wrongCells(rows)).toEqual([]);
  });

  test("names every limit and every queue", () => {
    expect(unnamed(rows, [...Object.keys(attemptLimits), ...Object.keys(queueLimits)])).toEqual([]);
  });

  test("names every operation with the error busy", () => {
    const expensive = operations.flatMap(({ name, errorCodes }) =>
      errorCodes.includes("busy") ? [name] : [],
    );
    expect(expensive.length).toBeGreaterThan(3);
    expect(unnamed(rows, expensive)).toEqual([]);
  });

  test("names every operation with the limit that its contract states", () => {
    expect(operations.filter(({ limit }) => limit !== null).length).toBeGreaterThan(20);
    expect(withoutLimit(rows, operations)).toEqual([]);
  });

  test("names existing tests in each row", () => {
    expect(missingTests(rows, textOf)).toEqual([]);
  });

  test("with a row that lacks something is reported", () => {
    const page = `| request | bound |\n| --- | --- |\n| Uploads | 1 |\n| Sign-ins | \`signIns\` | – | – | – | none |\n| Codes | 5 | – | – | – | \`a.test.ts\` "is bound" |\n`;
    const wrong = rowsOf(page);
    expect(wrongCells(wrong)).toEqual([["Uploads", "1"]]);
    expect(unnamed(wrong, ["signIns", "codes"])).toEqual(["codes"]);
    const limited = rowsOf("| Boxes, `boxes.addBox` | `claimsPerAccount` | – | – | – | – |");
    const all: Limited[] = [
      { name: "boxes.addBox", limit: "uploadsPerAccount" },
      { name: "boxes.listBoxes", limit: null },
    ];
    expect(withoutLimit(limited, all)).toEqual(["boxes.addBox"]);
    expect(withoutLimit(limited, [{ name: "boxes.addBox", limit: "claimsPerAccount" }])).toEqual(
      [],
    );
    expect(missingTests(wrong, () => "")).toEqual(["Uploads", "Sign-ins", "a.test.ts: is bound"]);
  });
});
