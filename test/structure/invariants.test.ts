// Checks that each number of the page is in the name of a test in each file that the page names.
import { describe, expect, test } from "vitest";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const requiredNumbers = [
  ...Array.from({ length: 11 }, (_, place) => `L${place + 1}`),
  ...Array.from({ length: 31 }, (_, place) => `P${place + 1}`),
  ...Array.from({ length: 4 }, (_, place) => `A${place + 1}`),
  ...Array.from({ length: 21 }, (_, place) => `B${place + 1}`),
  ...Array.from({ length: 4 }, (_, place) => `G${place + 1}`),
  "G11",
  "G12",
];

/** Each number of the page with its test files. */
function invariantFiles(
  page = sourceFiles("docs/invariants.md")[0]?.text ?? "",
): Map<string, string[]> {
  const rows = page.matchAll(/^- ([ABLPFG]\d+): [^`]+(`.+)$/gm);
  return new Map(
    [...rows].map(([, number = "", files = ""]) => [
      number,
      [...files.matchAll(/`([^`]+)`/g)].map(([, file = ""]) => file),
    ]),
  );
}

/** The numbers in the names of a file's tests, ranges such as L1–L7 expanded. */
function numbersIn(text: string): Set<string> {
  const names = text.matchAll(/["'`]((?:[ABLPFG]\d+(?:–[ABLPFG]\d+)?(?:, )?)+): /g);
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

type Text = (path: string) => string;
const textOf: Text = (path) => sourceFiles(path)[0]?.text ?? "";

const withoutLine = (invariants: ReadonlyMap<string, unknown>) =>
  requiredNumbers.filter((number) => !invariants.has(number));

/** The numbers of which a file that the page names has no test. */
const withoutTest = (invariants: ReadonlyMap<string, readonly string[]>, read: Text) =>
  [...invariants].flatMap(([number, files]) =>
    files.filter((file) => !numbersIn(read(file)).has(number)).map((file) => `${number}: ${file}`),
  );

/** The numbers in names of tests that the page does not have. */
const unlisted = (invariants: ReadonlyMap<string, unknown>, files: readonly SourceFile[]) =>
  files.flatMap(({ path, text }) =>
    [...numbersIn(text)]
      .filter((number) => !invariants.has(number))
      .map((number) => `${number}: ${path}`),
  );

describe("the invariants", () => {
  test("are all on the page", () => {
    expect(withoutLine(invariantFiles())).toEqual([]);
  });

  test("are each shown by a test with the number in its name, in every file that the page names", () => {
    expect(withoutTest(invariantFiles(), textOf)).toEqual([]);
  });

  test("have a line for each number in the name of a test", () => {
    expect(unlisted(invariantFiles(), sourceFiles("{src,test}/**/*.test.ts"))).toEqual([]);
  });

  test("without a line or a test are reported", () => {
    const page = "- L1: It sums to zero. `a.test.ts`\n- L2: It cancels. `a.test.ts`\n";
    const text = 'test("L1, L3–L4: it holds", () => {});';
    const invariants = invariantFiles(page);
    expect(withoutLine(invariants)).toContain("L3");
    expect(withoutLine(invariants)).not.toContain("L1");
    expect(withoutTest(invariants, () => text)).toEqual(["L2: a.test.ts"]);
    expect(unlisted(invariants, [{ path: "a.test.ts", text }])).toEqual([
      "L3: a.test.ts",
      "L4: a.test.ts",
    ]);
  });
});
