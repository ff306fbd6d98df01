// Checks that each number of the page is in the name of a test in each file that the page names.
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const requiredNumbers = [
  ...Array.from({ length: 11 }, (_, place) => `L${place + 1}`),
  ...Array.from({ length: 31 }, (_, place) => `P${place + 1}`),
  ...Array.from({ length: 4 }, (_, place) => `A${place + 1}`),
  ...Array.from({ length: 4 }, (_, place) => `G${place + 1}`),
  "G11",
  "G12",
];

/** Each number of the page with its test files. */
function invariantFiles(): Map<string, string[]> {
  const [page] = sourceFiles("docs/invariants.md");
  const rows = (page?.text ?? "").matchAll(/^\| ([ALPFG]\d+) +\|[^|]+\|([^|]+)\|$/gm);
  return new Map(
    [...rows].map(([, number = "", files = ""]) => [
      number,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
}

/** The numbers in the names of a file's tests, ranges such as L1–L7 expanded. */
function numbersIn(file: string): Set<string> {
  const [found] = sourceFiles(file);
  const names = (found?.text ?? "").matchAll(/["'`]((?:[ALPFG]\d+(?:–[ALPFG]\d+)?(?:, )?)+): /g);
  return new Set(
    [...names].flatMap(([, list = ""]) =>
      list.split(", ").flatMap((part) => {
        const [first = "", last = first] = part.split("–");
        const count = Number(last.slice(1)) - Number(first.slice(1)) + 1;
        return Array.from(
          { length: count },
          (_, place) => `${first[0]}${Number(first.slice(1)) + place}`,
        );
      }),
    ),
  );
}

describe("the invariants", () => {
  test("are all on the page", () => {
    expect(requiredNumbers.filter((number) => !invariantFiles().has(number))).toEqual([]);
  });

  test("are each shown by a test with the number in its name, in every file that the page names", () => {
    const missing = [...invariantFiles()].flatMap(([number, files]) =>
      files.filter((file) => !numbersIn(file).has(number)).map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });

  test("have a row for each number in the name of a test", () => {
    const invariants = invariantFiles();
    const unlisted = sourceFiles("src/**/*.test.ts").flatMap(({ path }) =>
      [...numbersIn(path)]
        .filter((number) => !invariants.has(number))
        .map((number) => `${number}: ${path}`),
    );
    expect(unlisted).toEqual([]);
  });
});
