import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles, type SourceFile } from "./source-files.ts";

const files = sourceFiles(
  "{src,test,sandbox,scripts,bench,e2e}/**/*.{ts,tsx,mjs,cjs,css}",
  "*.config.{ts,cjs}",
);

// A folder is named for its subject, never for the kind of thing it holds.
const kindNames = ["utils", "helpers", "services", "hooks", "types", "components", "common"];

/** The variable of the environment, in two parts, since this file is one of those that are searched. */
const longRunName = ["SAMPAN", "LONG_TESTS"].join("_");

type Files = readonly SourceFile[];
const pathsOf = (found: Files) => found.map(({ path }) => path);

const oddlyNamed = (all: Files) =>
  pathsOf(all.filter(({ path }) => !/^[a-z0-9.-]+$/.test(basename(path))));
const barrels = (all: Files) =>
  pathsOf(all.filter(({ path }) => basename(path).startsWith("index.")));
const stores = (all: Files) => pathsOf(all.filter(({ path }) => basename(path) === "store.ts"));

function kindFolders(all: Files): string[] {
  const folders = new Set(all.flatMap(({ path }) => dirname(path).split("/")));
  return kindNames.filter((name) => folders.has(name));
}

function classesOf(all: Files): string[] {
  return all.flatMap(({ path, text }) =>
    [
      ...text.matchAll(
        /^\s*(?:export )?(?:abstract )?class (\w+)\b(?! extends \w*(?:Error|ErrorDefinition)\b)/gm,
      ),
    ].map(([, name]) => `${path}: ${name}`),
  );
}

const endless = (all: Files) =>
  pathsOf(
    all.filter(
      ({ path, text }) => path.endsWith(".css") && /animation[^;]*\binfinite\b/.test(text),
    ),
  );
const withLongRunName = (all: Files) =>
  pathsOf(
    all.filter(
      ({ path, text }) => /^(?:src|test)\/.*\.ts$/.test(path) && text.includes(longRunName),
    ),
  ).toSorted();

/** Tests of a structure without one that shows that they report what is wrong. */
const withoutFixture = (all: Files) =>
  pathsOf(
    all.filter(
      ({ path, text }) =>
        path.endsWith(".test.ts") && !/"[^"]*\b(?:is|are) reported[:"]/.test(text),
    ),
  );

describe("source files", () => {
  test("are named in lower case with dashes", () => {
    expect(oddlyNamed(files)).toEqual([]);
  });

  test("are not barrels", () => {
    expect(barrels(files)).toEqual([]);
  });

  test("are in folders named for a subject", () => {
    expect(kindFolders(files)).toEqual([]);
  });

  test("are not called store", () => {
    expect(stores(files)).toEqual([]);
  });

  test("have no classes except errors and the error boundary", () => {
    // React has no function for it.
    const permitted = ["src/ui/web/lazy-part.tsx: PartBoundary"];
    expect(classesOf(files.filter(({ path }) => !path.includes("/structure/")))).toEqual(permitted);
  });

  test("have no motion without end, except of what is being loaded", () => {
    expect(endless(files)).toEqual(["src/ui/web/data-table.module.css"]);
  });

  test("that do more in the long run say so by one name, by which its steps find them", () => {
    expect(withLongRunName(files)).toEqual(["test/long-run.ts"]);
  });

  test("that check a structure show that they report what is wrong", () => {
    expect(withoutFixture(sourceFiles("test/structure/*.test.ts"))).toEqual([]);
  });

  test("that are wrong are reported", () => {
    const wrong = (path: string, text = ""): Files => [{ path, text }];
    const path = "src/money/rules/a.ts";
    expect(oddlyNamed(wrong("src/money/rules/aB.ts"))).toEqual(["src/money/rules/aB.ts"]);
    expect(barrels(wrong("src/money/rules/index.ts"))).toEqual(["src/money/rules/index.ts"]);
    expect(kindFolders(wrong("src/utils/a.ts"))).toEqual(["utils"]);
    expect(stores(wrong("src/money/rules/store.ts"))).toEqual(["src/money/rules/store.ts"]);
    expect(classesOf(wrong(path, "export class A {}\nclass B extends Error {}"))).toEqual([
      `${path}: A`,
    ]);
    const moving = wrong("src/money/web/a.css", ".a {\n  animation: turn 1s infinite;\n}");
    expect(endless(moving)).toEqual(["src/money/web/a.css"]);
    expect(withLongRunName(wrong(path, longRunName))).toEqual([path]);
    expect(withoutFixture(wrong("a.test.ts", 'test("all is well", () => {});'))).toEqual([
      "a.test.ts",
    ]);
  });
});
