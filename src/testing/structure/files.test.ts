import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles(
  "{src,sandbox,scripts,bench,e2e}/**/*.{ts,tsx,mjs,cjs,css}",
  "*.config.{ts,cjs}",
);

// A folder is named for its subject, never for the kind of thing it holds.
const kindNames = ["utils", "helpers", "services", "hooks", "types", "components", "common"];

/** The name of the concept; `staff` alone is a word for prose. */
const permittedTerm = /\bstaff-roles?\b/g;

// Words that file names must not contain, whole or in the plural.
const replacedWords = [
  "door",
  "letter",
  "room",
  "house",
  "surroundings",
  "departure",
  "entrance",
  "office",
  "staff",
  "people",
  "outside",
  "refusal",
  "problem",
  "lease",
  "fold",
  "news",
  "hush",
  "farewell",
  "patience",
  "sureness",
  "errand",
  "sealed",
  "kill",
  "promise",
];

describe("source files", () => {
  test("are named in lower case with dashes", () => {
    const odd = files.filter(({ path }) => !/^[a-z0-9.-]+$/.test(basename(path)));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  test("are not barrels", () => {
    const barrels = files.filter(({ path }) => basename(path).startsWith("index."));
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test("are in folders named for a subject", () => {
    const folders = new Set(files.flatMap(({ path }) => dirname(path).split("/")));
    expect(kindNames.filter((name) => folders.has(name))).toEqual([]);
  });

  test("are not called store", () => {
    const stores = files.filter(({ path }) => basename(path) === "store.ts");
    expect(stores.map(({ path }) => path)).toEqual([]);
  });

  test("have no replaced words in their names", () => {
    const isReplaced = new Set(replacedWords.flatMap((word) => [word, `${word}s`]));
    const odd = files.filter(({ path }) =>
      path
        .replaceAll(permittedTerm, "")
        .split(/[/.-]/)
        .some((word) => isReplaced.has(word)),
    );
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  test("have no classes except errors and the error boundary", () => {
    const classes = files.flatMap(({ path, text }) =>
      [
        ...text.matchAll(
          /^\s*(?:export )?(?:abstract )?class (\w+)\b(?! extends \w*(?:Error|ErrorDefinition)\b)/gm,
        ),
      ].map(([, name]) => `${path}: ${name}`),
    );
    // React has no function for it.
    expect(classes).toEqual(["src/web/ui/lazy-part.tsx: PartBoundary"]);
  });

  test("have no motion without end, except of what is being loaded", () => {
    const endless = files.filter(
      ({ path, text }) => path.endsWith(".css") && /animation[^;]*\binfinite\b/.test(text),
    );
    expect(endless.map(({ path }) => path)).toEqual(["src/web/ui/data-table.module.css"]);
  });

  test("that do more in the long run say so by one name, by which its steps find them", () => {
    const others = files.filter(
      ({ path, text }) => /^src\/.*\.ts$/.test(path) && text.includes("SAMPAN_LONG_TESTS"),
    );
    expect(others.map(({ path }) => path).toSorted()).toEqual([
      "src/testing/long-run.ts",
      "src/testing/structure/files.test.ts",
    ]);
  });
});
