// Holds every file to the habits that no linter knows: its opening sentence, its name, its folder, no classes.
import { basename, dirname } from "node:path";
import { describe, expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const files = sourceFiles(
  "{src,sandbox,scripts,bench,e2e}/**/*.{ts,tsx,mjs,cjs,css}",
  "*.config.{ts,cjs}",
  // A component's own styles are spoken for by the component.
).filter(({ path }) => !path.endsWith(".module.css"));

// A folder is named for what it is about, never for what kind of thing it holds.
const namesOfKinds = ["utils", "helpers", "services", "hooks", "types", "components", "common"];

describe("source files", () => {
  test("are named in small letters with dashes", () => {
    const odd = files.filter(({ path }) => !/^[a-z0-9.-]+$/.test(basename(path)));
    expect(odd.map(({ path }) => path)).toEqual([]);
  });

  test("are no barrels", () => {
    const barrels = files.filter(({ path }) => basename(path).startsWith("index."));
    expect(barrels.map(({ path }) => path)).toEqual([]);
  });

  test("lie in folders named for a subject, not for a kind of thing", () => {
    const folders = new Set(files.flatMap(({ path }) => dirname(path).split("/")));
    expect(namesOfKinds.filter((name) => folders.has(name))).toEqual([]);
  });

  test("hold no classes but errors", () => {
    const classes = files
      .filter(({ path }) => !path.startsWith("scripts/lint/"))
      .flatMap(({ path, text }) =>
        [
          ...text.matchAll(
            /^\s*(?:export )?(?:abstract )?class (\w+)\b(?! extends \w*(?:Error|Problem)\b)/gm,
          ),
        ].map(([, name]) => `${path}: ${name}`),
      );
    expect(classes).toEqual([]);
  });
});
