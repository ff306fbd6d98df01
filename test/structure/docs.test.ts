import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { operations } from "#app/contract/operations.ts";
import { environmentSettings } from "#platform/server/environment-settings.ts";
import { repository, sourceFiles, type SourceFile } from "./source-files.ts";

/** Written by hand, decisions apart. */
const manuals = sourceFiles(
  "*.md",
  "docs/*.md",
  "docs/operations/*.md",
  "{bench,sandbox,scripts}/**/*.md",
);
const documents = [...manuals, ...sourceFiles("docs/decisions/*.md")];
/** What operators copy. */
const samples = sourceFiles("deploy/*", "deploy/.env.example", ".github/**/*.yml");

function document(path: string): string {
  return documents.find((one) => one.path === path)?.text ?? "";
}

const isMissing = (file: string) => !existsSync(join(repository, file));

/** The files that documents name and that are not there. */
function missingFiles(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/`((?:src|sandbox|scripts|e2e|docs|bench|deploy)\/[\w./-]+)`/g)]
      .filter(([, file = ""]) => isMissing(file))
      .map(([, file]) => `${path}: ${file}`),
  );
}

/** The files that manuals name in any way, also in commands, and that are not there. */
function missingPaths(files: readonly SourceFile[]): string[] {
  const path = /(?<![\w/.-])(?:src|test|sandbox|scripts|e2e|docs|bench|public|deploy)\/[\w./-]*\w/g;
  return files.flatMap(({ path: page, text }) =>
    [...text.matchAll(path)]
      .filter(([file]) => isMissing(file))
      .map(([file]) => `${page}: ${file}`),
  );
}

const [packageFile] = sourceFiles("package.json");
const { scripts } = JSON.parse(packageFile?.text ?? "") as { readonly scripts: object };
const isScript = (name: string) => Object.hasOwn(scripts, name);

/** Each command of ours in a manual, and how one knows that there is none. */
const commands: readonly (readonly [RegExp, (name: string) => boolean])[] = [
  [/npm run ([\w:-]+)/g, (name) => !isScript(name)],
  [/npm (start|test)\b/g, (name) => !isScript(name)],
  // The command of the installed service, docs/operations/install.md.
  [/(?:^ *|`|&& )sampan ([a-z-]+)/gm, (name) => isMissing(`scripts/${name}.ts`)],
  [/node_modules\/\.bin\/([\w-]+)/g, (name) => isMissing(`node_modules/.bin/${name}`)],
];

function missingCommands(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    commands.flatMap(([pattern, isUnknown]) =>
      [...text.matchAll(pattern)]
        .filter(([, name = ""]) => isUnknown(name))
        .map(([command]) => `${path}: ${command.trim()}`),
    ),
  );
}

/** The links of documents that lead nowhere. */
function brokenLinks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]+)[^)]*\)/g)]
      .filter(([, target = ""]) => isMissing(join(dirname(path), target)))
      .map(([, target]) => `${path}: ${target}`),
  );
}

/** What a merge leaves where it needs a hand, also as it is formatted. */
function mergeMarks(files: readonly SourceFile[]): string[] {
  const mark = /^(?:<{7}|>{7}|={7}$|(?:> ){3,}|> *>{3,})/m;
  return files.filter(({ text }) => mark.test(text)).map(({ path }) => path);
}

/** The rows and items of lists whose first words stand twice in one table or list, as a merge leaves them. */
function repeatedRows(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text.split(/\n(?![|-])/).flatMap((table) => {
      const names = [...table.matchAll(/^(?:\| ([^|]*?) +\||- (.+?)(?::| –) )/gm)].map(
        ([, cell, item = ""]) => cell ?? item,
      );
      const repeated = names.filter((name, position) => names.indexOf(name) < position);
      return repeated.map((name) => `${path}: ${name}`);
    }),
  );
}

/** The percentages of operations that a document states, and that are more than three off what the warehouse adds. */
function wrongShares(all: readonly { readonly needsWarehouse: boolean }[], text: string): number[] {
  const added = all.filter(({ needsWarehouse }) => needsWarehouse).length;
  const share = (100 * added) / all.length;
  const stated = [...text.matchAll(/(\d+) % of the operations|the other (\d+) %/g)];
  const isOff = (percent: number, actual: number) => Math.abs(percent - actual) > 3;
  return stated.flatMap(([, specified, warehouse]) => {
    if (specified !== undefined)
      return isOff(Number(specified), 100 - share) ? [Number(specified)] : [];
    return isOff(Number(warehouse), share) ? [Number(warehouse)] : [];
  });
}

const undescribed = (settings: readonly string[], manual: string) =>
  settings.filter((name) => !manual.includes(`\`${name}\``));

const numberOf = (path: string) => Number(/(\d{4})-[\w-]+\.md$/.exec(path)?.[1]);
/** The decisions whose number is not the next one. */
const wrongNumbers = (paths: readonly string[]) =>
  paths.filter((path, position) => numberOf(path) !== position + 1);

describe("the documents", () => {
  test("describe every setting", () => {
    const names = Object.keys(environmentSettings);
    expect(undescribed(names, document("docs/operations/install.md"))).toEqual([]);
  });

  test("that are written by hand have at most 140 KB", () => {
    const sizes = manuals.map(({ text }) => Buffer.byteLength(text));
    expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(140 * 1_024);
  });

  test("say how much of the API the warehouse adds", () => {
    expect(document("README.md")).toMatch(/\d+ % of the operations.*the other \d+ %/s);
    expect(wrongShares(operations, document("README.md"))).toEqual([]);
  });

  test("name only files that exist", () => {
    expect(missingFiles(documents)).toEqual([]);
    expect(missingPaths([...manuals, ...samples])).toEqual([]);
  });

  test("name only commands that exist", () => {
    expect(missingCommands([...manuals, ...samples])).toEqual([]);
  });

  test("link only to what exists", () => {
    expect(brokenLinks(documents)).toEqual([]);
  });

  test("have no marks of a merge", () => {
    expect(mergeMarks(documents)).toEqual([]);
  });

  test("have no row or item twice where each is named by its first words", () => {
    const named = sourceFiles("docs/{glossary,invariants,spec-map}.md");
    expect(named).toHaveLength(3);
    expect(repeatedRows(named)).toEqual([]);
  });

  test("number decisions one after the other", () => {
    expect(wrongNumbers(sourceFiles("docs/decisions/*.md").map(({ path }) => path))).toEqual([]);
  });
});

describe("a document that is wrong is reported", () => {
  const written = (text: string): SourceFile[] => [{ path: "docs/example.md", text }];

  test.each(["<<<<<<< HEAD", "> > > > > > > labels", ">>>>>>> labels", "======="])("%s", (mark) => {
    expect(mergeMarks(written(`A line.\n\n${mark}\n`))).toEqual(["docs/example.md"]);
  });

  test("a row that stands twice", () => {
    const table = "| word | meaning |\n| --- | --- |\n| leg | A part. |\n";
    expect(repeatedRows(written(`${table}| leg   | Another part. |\n`))).toEqual([
      "docs/example.md: leg",
    ]);
    expect(repeatedRows(written(`${table}\n${table}`))).toEqual([]);
    expect(repeatedRows(written("- L1: It holds.\n- L1: It holds too.\n"))).toEqual([
      "docs/example.md: L1",
    ]);
  });

  test("a path and a command", () => {
    expect(missingPaths(written("```\nnode scripts/none.ts test/structure\n```"))).toEqual([
      "docs/example.md: scripts/none.ts",
    ]);
    const text = "`npm run none`, `npm run docs`, `sampan none`, `node_modules/.bin/none`";
    expect(missingCommands(written(text))).toEqual([
      "docs/example.md: npm run none",
      "docs/example.md: `sampan none",
      "docs/example.md: node_modules/.bin/none",
    ]);
  });

  test("a file, a link, a setting, a share and a number", () => {
    expect(missingFiles(written("See `src/app/rules/none.ts`."))).toEqual([
      "docs/example.md: src/app/rules/none.ts",
    ]);
    expect(brokenLinks(written("See [it](none.md)."))).toEqual(["docs/example.md: none.md"]);
    expect(undescribed(["PORT", "HOST"], "`PORT`")).toEqual(["HOST"]);
    const half = [{ needsWarehouse: true }, { needsWarehouse: false }];
    const text = "It has 50 % of the operations, and the warehouse the other 41 %.";
    expect(wrongShares(half, text)).toEqual([41]);
    expect(wrongNumbers(["0001-one.md", "0003-three.md"])).toEqual(["0003-three.md"]);
  });
});
