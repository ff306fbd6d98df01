import { expect, test } from "vitest";
import { sourceFiles } from "./source-files.ts";

const mostScripts = 12;

/** What is wrong with the table of the page, in which each script has a row. */
function wrongRows(scripts: readonly string[], page: string): string[] {
  const named = [...page.matchAll(/^\| `([\w-]+\.ts)` +\|/gm)].map(([, name = ""]) => name);
  return [
    ...scripts.filter((name) => !named.includes(name)).map((name) => `has no row: ${name}`),
    ...named.filter((name) => !scripts.includes(name)).map((name) => `is no script: ${name}`),
    ...scripts.slice(mostScripts).map((name) => `is one too many: ${name}`),
  ];
}

test("the page of the measurements names each script, of which there are few", () => {
  const scripts = sourceFiles("bench/*.ts").map(({ path }) => path.slice("bench/".length));
  expect(scripts.length).toBeGreaterThan(0);
  expect(wrongRows(scripts, sourceFiles("bench/README.md")[0]?.text ?? "")).toEqual([]);
});

test("a script without a row, a row without a script and one script too many are reported", () => {
  expect(wrongRows(["a.ts"], "| `b.ts`  | Something. |")).toEqual([
    "has no row: a.ts",
    "is no script: b.ts",
  ]);
  const scripts = Array.from({ length: mostScripts + 1 }, (_, number) => `s${number}.ts`);
  const page = scripts.map((name) => `| \`${name}\` |`).join("\n");
  expect(wrongRows(scripts, page)).toEqual(["is one too many: s12.ts"]);
});
