import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
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
/** What operators copy, and what runs the checks. */
const samples = sourceFiles("deploy/*", "deploy/.env.example", ".github/**/*.yml", ".ci/run");

function document(path: string): string {
  return documents.find((one) => one.path === path)?.text ?? "";
}

const isMissing = (file: string) => !existsSync(join(repository, file));

const folders = String.raw`(?:src|test|sandbox|scripts|e2e|docs|bench|public|deploy|\.ci|\.github|\.vscode)`;
/** Also below the folder of the installed service. Patterns of names are left out. */
const pathPattern = new RegExp(
  String.raw`(?<![\w/.-])(?:/srv/sampan/app/)?(${folders}/[\w./@-]*\w)(?![\w./@-]*[*{])`,
  "g",
);

/** The files and folders that documents name in any way, also in commands, and that are not there. */
function missingPaths(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path: page, text }) =>
    [...text.matchAll(pathPattern)]
      .filter(([, file = ""]) => isMissing(file))
      .map(([, file]) => `${page}: ${file}`),
  );
}

const fileNames = new Set(
  globSync(["*", "{src,test,sandbox,scripts,e2e,bench,deploy}/**/*.*"], { cwd: repository }).map(
    (path) => basename(path),
  ),
);
/** Of files that somebody adds. */
const exampleNames = /^(?:NNNN-name|name-page|x\.test)\./;

/** The files that documents name without their folders, and that are nowhere. */
function missingNames(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/`([\w-][\w.-]*\.(?:tsx?|mjs|css|sql|yml|yaml)|package[\w-]*\.json)`/g)]
      .filter(([, name = ""]) => !fileNames.has(name) && !exampleNames.test(name))
      .map(([, name]) => `${path}: ${name}`),
  );
}

const [packageFile] = sourceFiles("package.json");
const { scripts } = JSON.parse(packageFile?.text ?? "") as {
  readonly scripts: Readonly<Record<string, string>>;
};
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

const textOf = (file: string) =>
  file === "" || isMissing(file) ? "" : readFileSync(join(repository, file), "utf8");

const fileOfScript = (name: string) =>
  /.*(scripts\/[\w-]+\.(?:ts|mjs))/.exec(scripts[name] ?? "")?.[1] ?? "";

/** Calls of a script with arguments: by npm, by the command of the service, or by its file. */
const calls: readonly (readonly [RegExp, fileOf: (name: string) => string])[] = [
  [/npm run ([\w:-]+)((?: +[\w./:=-]+)+)/g, fileOfScript],
  [/(?:^ *|`|&& )sampan ([a-z-]+)((?: +[\w./:=-]+)+)/gm, (name) => `scripts/${name}.ts`],
  [/((?:scripts|bench)\/(?!run\.)[\w/-]+\.(?:ts|mjs))((?: +[\w./:=-]+)+)/g, (name) => name],
];

/** Whether a source has a word as a text, an option or a field. */
const hasWord = (source: string, word: string) =>
  new RegExp(`(?:["'\`]|--)${word}\\b|^ *${word}[:,]`, "m").test(source);

/** What of an argument its script must have: an option, and a word that is no value of the reader's. */
function wordsOf(argument: string): string[] {
  const [, option = "", value = ""] = /^--([a-z-]+)(?:=(.*))?$/.exec(argument) ?? [];
  const words = option === "" ? [argument] : [option, value];
  return words.filter((word) => /^[a-z][a-z-]*$/.test(word));
}

/** The words and options in calls of scripts that their scripts do not have. */
function unknownArguments(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    calls.flatMap(([pattern, fileOf]) =>
      [...text.matchAll(pattern)].flatMap(([, name = "", all = ""]) => {
        const source = textOf(fileOf(name));
        return all
          .split(" ")
          .flatMap(wordsOf)
          .filter((word) => !hasWord(source, word))
          .map((word) => `${path}: ${name} ${word}`);
      }),
    ),
  );
}

/** What a script of measurements has, with the parts that it imports. */
function textOfBench(name: string): string {
  const own = textOf(`bench/${name}`);
  const parts = [...own.matchAll(/"\.\/(parts\/[\w-]+\.ts)"/g)];
  return [own, ...parts.map(([, part = ""]) => textOf(`bench/${part}`))].join("\n");
}

/** The parts and settings in the rows of the measurements that their scripts do not have. */
function unknownParts(table: string): string[] {
  return [...table.matchAll(/^\| `([\w-]+\.ts)` +\|[^|]*\|([^|]*)\|/gm)].flatMap(
    ([, name = "", cell = ""]) => {
      const source = textOfBench(name);
      return [...cell.matchAll(/`([\w-]+)`/g)]
        .filter(([, word = ""]) => !hasWord(source, word))
        .map(([, word]) => `${name}: ${word}`);
    },
  );
}

const checkedSources = sourceFiles("{bench,scripts,test}/**/*.{ts,mjs}", "*.ts")
  .filter(({ path }) => path !== "test/structure/docs.test.ts")
  .map(({ text }) => text)
  .join("\n");

/** The settings of tests and measurements that nothing reads. */
function unknownSettings(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\b(?:BENCH|SAMPAN|TEST)_[A-Z_]+\b/g)]
      .filter(([name]) => !new RegExp(`\\b${name}\\b`).test(checkedSources))
      .map(([name]) => `${path}: ${name}`),
  );
}

/** The pages whose commands are none of a shell, or have something to replace that a shell takes for a file. */
function wrongShell(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ text }) => {
      const blocks = [...text.matchAll(/^ *```sh\n([^]*?)^ *```$/gm)].map(([, block = ""]) =>
        // A block within a list is indented, also the end of what it hands over.
        block.replaceAll(/^ {3}/gm, ""),
      );
      const input = blocks.join("\n");
      if (/<[a-z][\w ]*>/i.test(input)) return true;
      return spawnSync("/bin/sh", ["-n"], { input }).status !== 0;
    })
    .map(({ path }) => path);
}

/** How a link names a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function hasAnchor(page: string, anchor: string): boolean {
  return [...page.matchAll(/^#+ (.+)$/gm)].some(([, heading = ""]) => anchorOf(heading) === anchor);
}

/** The links of documents that lead nowhere, or to a heading that the page does not have. */
function brokenLinks(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\((?!https?:)([^)#\s]*)(#[^)\s]+)?[^)]*\)/g)]
      .filter(([, target = "", anchor = ""]) => {
        const file = target === "" ? path : join(dirname(path), target);
        if (target !== "" && isMissing(file)) return true;
        return anchor !== "" && !hasAnchor(target === "" ? text : textOf(file), anchor.slice(1));
      })
      .map(([, target = "", anchor = ""]) => `${path}: ${target}${anchor}`),
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
    const all = [...documents, ...samples];
    expect([...missingPaths(all), ...missingNames(all)]).toEqual([]);
  });

  test("name only commands that exist", () => {
    const all = [...documents, ...samples];
    expect([...missingCommands(all), ...unknownArguments(all), ...unknownSettings(all)]).toEqual(
      [],
    );
    expect(unknownParts(document("bench/README.md"))).toEqual([]);
  });

  test("have commands of the shell", () => {
    expect(wrongShell(manuals)).toEqual([]);
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

  test("a path, a name and a command", () => {
    const paths =
      "```\nnode scripts/none.ts test/structure .ci/none /srv/sampan/app/deploy/none\n```";
    expect(missingPaths(written(`${paths} src/*/rules, test/none-*.ts`))).toEqual([
      "docs/example.md: scripts/none.ts",
      "docs/example.md: .ci/none",
      "docs/example.md: deploy/none",
    ]);
    expect(missingNames(written("`none.config.ts`, `vite.config.ts`, `x.test.ts`"))).toEqual([
      "docs/example.md: none.config.ts",
    ]);
    const text = "`npm run none`, `npm run docs`, `sampan none`, `node_modules/.bin/none`";
    expect(missingCommands(written(text))).toEqual([
      "docs/example.md: npm run none",
      "docs/example.md: `sampan none",
      "docs/example.md: node_modules/.bin/none",
    ]);
  });

  test("an argument, an option, a part and a setting of a script", () => {
    const text =
      "`npm run admin grant EMAIL`, `npm run admin promote EMAIL`, `npm run backup -- --keep=14 --all`, " +
      "`sampan maintenance off`, `sampan maintenance away`, `node bench/uploads.ts --none=never`";
    expect(unknownArguments(written(text))).toEqual([
      "docs/example.md: admin promote",
      "docs/example.md: backup all",
      "docs/example.md: maintenance away",
      "docs/example.md: bench/uploads.ts none",
      "docs/example.md: bench/uploads.ts never",
    ]);
    const row =
      "| `uploads.ts` | What it shows. | `memory`, `none`; `BENCH_UPLOADS`, `BENCH_NONE` | |";
    expect(unknownParts(row)).toEqual(["uploads.ts: none", "uploads.ts: BENCH_NONE"]);
    expect(unknownSettings(written("BENCH_NONE=1, TEST_DATABASE_URL"))).toEqual([
      "docs/example.md: BENCH_NONE",
    ]);
  });

  test.each(["git clone <the repository>", "for port in 1 2; do", "echo 'open"])(
    "%s",
    (command) => {
      const page = (text: string) => wrongShell(written(`A line.\n\n\`\`\`sh\n${text}\n\`\`\`\n`));
      expect(page(command)).toEqual(["docs/example.md"]);
      expect(page('git clone "$repository" && cat <<SQL\nselect 1;\nSQL')).toEqual([]);
    },
  );

  test("a link, an anchor, a setting, a share and a number", () => {
    expect(brokenLinks(written("See [it](none.md)."))).toEqual(["docs/example.md: none.md"]);
    const page = "# `up` is 0\n\n[one](#up-is-0), [two](#none), [three](glossary.md#words)";
    expect(brokenLinks(written(`${page}, [four](glossary.md#none)`))).toEqual([
      "docs/example.md: #none",
      "docs/example.md: glossary.md#none",
    ]);
    expect(undescribed(["PORT", "HOST"], "`PORT`")).toEqual(["HOST"]);
    const half = [{ needsWarehouse: true }, { needsWarehouse: false }];
    const text = "It has 50 % of the operations, and the warehouse the other 41 %.";
    expect(wrongShares(half, text)).toEqual([41]);
    expect(wrongNumbers(["0001-one.md", "0003-three.md"])).toEqual(["0003-three.md"]);
  });
});
