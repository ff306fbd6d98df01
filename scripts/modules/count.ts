// Counts what runs against the order of the modules: imports, and uses of another module's tables.
// `node scripts/modules/count.ts [MODULE|PATH]` lists those of a module or of paths that contain the text.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { mayUse, tableOwners, type Module } from "./order.ts";
import { moduleOf } from "./place.ts";

type Arrow = {
  readonly from: Module;
  readonly to: Module;
  readonly file: string;
  readonly target: string;
};

const source = resolve(import.meta.dirname, "../../src");
const files = readdirSync(source, { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
  .filter((name) => !name.startsWith("testing/") && !name.includes("/migrations/"));

const importPattern =
  /(?:^|\n)\s*(?:import|export)\b[^"';]*?from\s*"([^"]+)"|\bimport\(\s*"([^"]+)"\s*\)|(?:^|\n)\s*import\s+"([^"]+)"/g;

function importedPaths(file: string, text: string): string[] {
  return [...text.matchAll(importPattern)].flatMap((match) => {
    const name = match[1] ?? match[2] ?? match[3] ?? "";
    if (name.startsWith("#")) return [name.slice(1)];
    return name.startsWith(".")
      ? [relative(source, resolve(join(source, dirname(file)), name))]
      : [];
  });
}

const snakeToCamel = (name: string) =>
  name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
const calls =
  /\b(?:selectFrom|insertInto|updateTable|deleteFrom|(?:inner|left|right|cross)Join|using|from|ref|table)\(\s*"([A-Za-z]+)/g;
const words = /\b(?:from|join|into|update|using|lateral|table|exists)\s+(?:only\s+)?([a-z_]+)/gi;

function usedTables(text: string): string[] {
  const names = [...text.matchAll(calls), ...text.matchAll(words)].map(([, name]) =>
    snakeToCamel(name ?? ""),
  );
  return [...new Set(names)].filter((name) => name in tableOwners);
}

function arrowsOf(file: string): {
  readonly all: number;
  readonly against: Arrow[];
  readonly tables: Arrow[];
  readonly foreignTables: number;
} {
  const from = moduleOf(file);
  if (from === undefined) throw new Error(`No module has ${file}.`);
  const text = readFileSync(join(source, file), "utf8");
  const imported = importedPaths(file, text).flatMap((target) => {
    const to = moduleOf(target);
    return to === undefined || target.startsWith("testing/") ? [] : [{ from, to, file, target }];
  });
  const tables = file.startsWith("server/")
    ? usedTables(text).map((target) => ({ from, to: tableOwners[target] as Module, file, target }))
    : [];
  const foreign = tables.filter(({ to }) => to !== from);
  return {
    all: imported.length,
    against: imported.filter(({ to }) => !mayUse(from, to)),
    tables: foreign.filter(({ to }) => !mayUse(from, to)),
    foreignTables: foreign.length,
  };
}

const counts = files.map(arrowsOf);
const against = counts.flatMap((count) => count.against);
const tables = counts.flatMap((count) => count.tables);
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
console.log(`imports: ${against.length} of ${sum(counts.map(({ all }) => all))} against the order`);
console.log(
  `tables: ${tables.length} of ${sum(counts.map(({ foreignTables }) => foreignTables))} uses of another module's against the order`,
);

const wanted = process.argv[2];
if (wanted !== undefined) {
  for (const { from, to, file, target } of [...against, ...tables]) {
    const line = `${from} -> ${to}: ${file} -> ${target}`;
    if (line.includes(wanted)) console.log(line);
  }
}
