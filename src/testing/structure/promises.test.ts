// Holds the page of promises to the tests: each number stands in the name of a test in each file that the page gives.
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const numbersNeeded = [
  ...Array.from({ length: 11 }, (_, place) => `L${place + 1}`),
  ...Array.from({ length: 31 }, (_, place) => `P${place + 1}`),
];

/** Each number of the page with the files that show it. */
function promised(): Map<string, string[]> {
  const [page] = sourceFiles("docs/promises.md");
  const rows = (page?.text ?? "").matchAll(/^\| ([LPF]\d+) +\|[^|]+\|([^|]+)\|$/gm);
  return new Map(
    [...rows].map(([, number = "", files = ""]) => [
      number,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
}

/** The numbers in the names of a file's tests, ranges such as L1–L7 spelt out. */
function numbersIn(file: string): Set<string> {
  const [found] = sourceFiles(file);
  const names = (found?.text ?? "").matchAll(/["'`]((?:[LPF]\d+(?:–[LPF]\d+)?(?:, )?)+): /g);
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

describe("the promises about money", () => {
  test("are all on the page", () => {
    expect(numbersNeeded.filter((number) => !promised().has(number))).toEqual([]);
  });

  test("are each shown by a test that bears the number, in every file that the page gives", () => {
    const missing = [...promised()].flatMap(([number, files]) =>
      files.filter((file) => !numbersIn(file).has(number)).map((file) => `${number}: ${file}`),
    );
    expect(missing).toEqual([]);
  });
});
